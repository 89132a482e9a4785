import type { SingleKey, TerminalGroup } from '../../shop/core/index.js';

/** Texts of the settings. */
export const SETTINGS_LABELS = {
  title: 'Settings',
  lead: "How this shop is set up. It is changed in the shop's own configuration, not here. A key is never shown, only its fingerprint: the first eight digits of its SHA-256.",
  modes: {
    live: { tone: 'good', text: 'live: real money' },
    test: { tone: 'note', text: 'test: no money moves' },
    sandbox: { tone: 'note', text: 'sandbox: nothing is real' },
  } satisfies Readonly<Record<TerminalGroup['mode'], { tone: string; text: string }>>,
  webhook: 'Webhook URL to register with the service',
  keys: 'Keys',
  /** What a key is used for. */
  roles: {
    current: 'makes the calls, and verifies notifications',
    spare: 'verifies notifications',
    waiting: 'not valid yet',
    ended: 'has ended',
  } satisfies Readonly<Record<SingleKey['role'], string>>,
  service: 'Address of the service',
  keyIn: { title: 'The key travels in', header: 'a header', query: 'the query of the address' },
  longestCall: 'Longest call',
  abandoned: { title: 'Session left unfinished', cancel: 'counts as cancelled', keep: 'stays open' },
  sources: { title: 'Notifications from', any: 'any address with a valid signature', listed: 'listed networks only' },
  byGet: { title: 'Notifications by GET', taken: 'accepted as a hint; the order is read sooner', refused: 'refused' },
  addresses: {
    title: 'Order addresses',
    unguessable: 'unguessable, one for each order',
    same: 'the same for all orders',
  },
  currencies: 'Currencies',
};
