import type { SandboxTerminalGroup } from '../../sandbox/index.js';
import { sandboxKeyOf } from '../../support/index.js';
import { EXIT } from '../exit-codes.js';
import { printable, type Report } from '../output/index.js';

/** A sandbox that is up. */
export interface StartedSandbox {
  /** Where it listens. */
  readonly url: string;
  /** Where browsers find it, if that is not there. */
  readonly publicUrl: string | undefined;
  readonly groups: readonly SandboxTerminalGroup[];
}

/** What is told of one group. Its key only if it is the one that everyone knows. */
interface ShownGroup {
  readonly name: string;
  readonly apiKey: string | null;
  readonly notificationUrl: string | null;
  /** Ids of its tills. */
  readonly terminals: readonly string[];
}

/** Pages for people, below the sandbox's address. */
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

/** Where a sandbox is, its groups and its pages. Keys that were given are not shown. */
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
