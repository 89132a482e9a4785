import { AsIs } from '../../../support/fields/field.decorators.js';
import type { Clock } from '../../../support/index.js';
import { FaultOptions } from './fault.types.js';
import { NotificationSwitches } from './notification-switches.js';
import type { SandboxSwitches } from './group-switches.types.js';
import { SandboxTerminal } from './sandbox-terminal.js';

/** How a shop wants to be notified (spec §1.2). */
export type NotificationMethod = 'POST' | 'GET';

/**
 * One configured account of the sandbox: a web shop's site, or a group of tills (spec §1.4).
 *
 * @example
 * const group: SandboxTerminalGroup = { name: 'till', apiKey: 'sandbox-till', terminals: [{ id: 'T1' }] };
 */
export class SandboxTerminalGroup {
  /** Letters, digits, `-`, `_` and `.`; at most 64. Unique within the sandbox. */
  @AsIs()
  name: string;

  /**
   * The key that opens the account and signs its notifications (spec §5). At least 5 characters, unique within the
   * sandbox; one that looks like a live key is refused.
   */
  @AsIs()
  apiKey: string;

  /** The website the group belongs to: an `order_id` is unique per website (spec §2.5). Default: the group's name. */
  @AsIs()
  siteId?: string;

  /** The site-level notification address, used when an order has none or when its own fails (spec §1.5). */
  @AsIs()
  notificationUrl?: string;

  /** How orders that do not say are notified (spec §1.2, §1.6). Default `POST`. */
  @AsIs()
  notificationMethod?: NotificationMethod;

  /** How the account behaves. Default: as the specification says; {@link Sandbox.adjust} changes it later. */
  @AsIs()
  switches?: Partial<SandboxSwitches>;

  /** The group's tills. Default none. */
  @AsIs(() => SandboxTerminal, true)
  terminals?: SandboxTerminal[];
}

/**
 * How a sandbox is set up. Only the terminal groups are required.
 *
 * @example
 * const options: SandboxOptions = { terminalGroups: [{ name: 'web', apiKey: 'sandbox-web' }], autoDeliver: false };
 */
export class SandboxOptions extends NotificationSwitches {
  /** At least one. */
  @AsIs(() => SandboxTerminalGroup, true)
  terminalGroups: SandboxTerminalGroup[];

  /** Base of the payment page's links, e.g. `http://localhost:4000`. Default: the address the host listens on. */
  @AsIs()
  publicUrl?: string;

  /** A file that keeps the sandbox's data. Default `:memory:`: all is gone at the end. */
  @AsIs()
  database?: string;

  /** Source of the time. Default: the system's. Anyone who passes one drives the resends with {@link Sandbox.runDue}. */
  @AsIs()
  clock?: Clock;

  /** Time zone of the order's zoneless times. Default `Europe/Amsterdam`. */
  @AsIs()
  timeZone?: string;

  /** Send each notification at once. Default true; with false nothing leaves until {@link Sandbox.runDue}. */
  @AsIs()
  autoDeliver?: boolean;

  /** Shown at the end of each merchant page, e.g. a link back to the shop: `{ text, href }`. Default none. */
  @AsIs()
  links?: { readonly text: string; readonly href: string }[];

  /** Host names that notifications may go to besides loopback. Default none. */
  @AsIs()
  allowedHosts?: string[];

  /** How long a notification waits for its reply, in milliseconds. Default 10,000. */
  @AsIs()
  notificationTimeoutMs?: number;

  /** Faults that strike by chance, from a seed. Default: none; {@link Sandbox.faults} sets them up later as well. */
  @AsIs(() => FaultOptions)
  faults?: FaultOptions;
}
