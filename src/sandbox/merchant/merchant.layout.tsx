import { shellRenderer } from '../../pages/shell.layout.js';

/** The paths of the merchant pages. */
export const PATHS = {
  home: '/',
  transactions: '/merchant/transactions',
  tills: '/merchant/tills',
  notifications: '/merchant/notifications',
  groups: '/merchant/groups',
  faults: '/merchant/faults',
  clock: '/merchant/clock',
} as const;

/** Renders a merchant page in the common frame. */
export const merchantPage = shellRenderer({
  home: PATHS.home,
  texts: () => ({
    name: 'sandbox',
    sections: [
      { href: PATHS.transactions, text: 'Transactions' },
      { href: PATHS.tills, text: 'Tills' },
      { href: PATHS.notifications, text: 'Notifications' },
      { href: PATHS.groups, text: 'Groups' },
      { href: PATHS.faults, text: 'Faults' },
      { href: PATHS.clock, text: 'Clock' },
    ],
    footer: 'Tillbridge sandbox · nothing on these pages is real',
    clockTitle: "The sandbox's time",
  }),
});
