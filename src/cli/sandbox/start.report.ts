import type { SandboxTerminalGroup } from '../../sandbox/index.js';
import { sandboxKeyOf } from '../../support/index.js';
import { EXIT } from '../exit-codes.js';
import { printable, type Report } from '../output/index.js';

/** A sandbox that has started. */
export interface StartedSandbox {
  /** The address where it listens. */
  readonly url: string;
  /** Its address for browsers, if that differs. */
  readonly publicUrl: string | undefined;
  readonly groups: readonly SandboxTerminalGroup[];
}

/** The output for one group. Its key is shown only if it is the public default key. */
interface ShownGroup {
  readonly name: string;
  readonly apiKey: string | null;
  readonly notificationUrl: string | null;
  /** Ids of its terminals. */
  readonly terminals: readonly string[];
}

/** Pages for people, as paths of the sandbox. */
const PAGES = {
  overview: '/',
  transactions: '/merchant/transactions',
  tills: '/merchant/tills',
  notifications: '/merchant/notifications',
  groups: '/merchant/groups',
  faults: '/merchant/faults',
  clock: '/merchant/clock',
} as const;

const shown = ({ name, apiKey, notificationUrl, terminals = [] }: SandboxTerminalGroup): ShownGroup => ({
  name,
  apiKey: apiKey === sandboxKeyOf(name) ? apiKey : null,
  notificationUrl: notificationUrl ?? null,
  terminals: terminals.map(({ id }) => id),
});

const rowOf = ({ name, apiKey, notificationUrl, terminals }: ShownGroup): string[] => [
  printable(name),
  printable(apiKey ?? 'the one that was given'),
  printable(notificationUrl ?? 'of each order'),
  printable(terminals.length === 0 ? 'none' : terminals.join(', ')),
];

/** The address of a sandbox, its groups and its pages. Keys from the user are not shown. */
export function startReport({ url, publicUrl, groups }: StartedSandbox): Report {
  const base = (publicUrl ?? url).replace(/\/+$/, '');
  const pages = Object.fromEntries(Object.entries(PAGES).map(([name, path]) => [name, `${base}${path}`]));
  const all = groups.map(shown);
  const json = { url, api: `${url}/v1/json`, groups: all, pages, paymentPages: `${base}/pay/` };
  return {
    exit: EXIT.done,
    json,
    text: (style) =>
      [
        `The sandbox is up: ${url}`,
        `Payment API: ${json.api} (Ctrl-C stops it)`,
        '',
        style.table(['Group', 'API key', 'Notifications', 'Tills'], all.map(rowOf)),
        '',
        style.table(['Page', 'Address'], Object.entries(pages)),
        `Payment pages begin with ${json.paymentPages}; an order's payment_url leads to its own.`,
      ].join('\n'),
  };
}
