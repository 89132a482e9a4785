import type { Check } from '../facts.types.js';
import { findings } from '../finding.types.js';
import { strayLines } from '../../shop/stray-lines.js';

const NAMED = 3;

/**
 * Checks of terminal groups: rows of groups that no options have, processes without handlers, and shared accounts
 * without a prefix.
 */
export const groupChecks: readonly Check[] = [
  {
    name: 'groups',
    title: 'No rows wait under a name that no options have',
    decide: ({ strayGroups }) =>
      strayGroups
        ? findings(
            ...strayGroups.map((stray) => ({
              id: 'GROUP_STRAY',
              group: stray.group,
              what: strayLines([stray]).join(''),
              why: 'No one looks at its orders, applies its notifications or sends its refunds; they wait.',
              fix: `Put ${stray.group} back into terminalGroups, or, if it has another name now: tillbridge groups rename ${stray.group} NEW --why '…'.`,
            })),
          )
        : { skipped: 'the tables cannot be read' },
  },
  {
    name: 'handlers',
    title: 'All processes of the shop have the same handlers',
    decide: ({ handlerGaps }) =>
      handlerGaps
        ? findings(
            ...handlerGaps.map(({ place, lacks }) => ({
              id: 'HANDLERS_LACKING',
              what: `The process ${place} lacks ${lacks.length} handler(s) that another process on this database has: ${lacks.slice(0, NAMED).join(', ')}.`,
              why: 'They do not run for payments and refunds that it records, now or later.',
              fix: 'Import the module of the handlers in that process, too. While a release is deployed, wait for its end.',
            })),
          )
        : { skipped: 'the tables cannot be read' },
  },
  {
    name: 'accounts',
    title: "Orders on the accounts are this shop's, or told apart by a prefix",
    decide: ({ accounts }) =>
      accounts
        ? findings(
            ...accounts
              .filter(({ foreign }) => foreign.length > 0)
              .map(({ group, payments, foreign }) => ({
                id: 'FOREIGN_ORDERS',
                group,
                what: `Of the newest ${payments} payment(s) on the account of ${group}, ${foreign.length} order(s) are none of this shop's: ${foreign.slice(0, NAMED).join(', ')}.`,
                why: 'Another shop or environment uses the account. Where both have an order of the same id, one payment would pay both, and both would ship.',
                fix: `Give ${group} an orderIdPrefix, and each other shop and environment another one; or an account each.`,
              })),
          )
        : { skipped: 'the application cannot be opened' },
  },
];
