import { AsIs } from '../../../support/fields/field.decorators.js';
import type { Clock } from '../../../support/index.js';
import { FaultOptions } from './fault.types.js';
import { NotificationSwitches } from './notification-switches.js';
import type { SandboxSwitches } from './group-switches.types.js';
import { SandboxTerminal } from './sandbox-terminal.js';

/** How a shop is notified (spec §1.2). */
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
   * The API key of the account, which also signs its notifications (spec §5). At least 5 characters, unique within the
   * sandbox; one that resembles a live key is refused.
   */
  @AsIs()
  apiKey: string;

  /** The website the group belongs to: an `order_id` is unique per website (spec §2.5). Default: the group's name. */
  @AsIs()
  siteId?: string;

  /** The site-level notification address, used if an order has none or its own fails (spec §1.5). */
  @AsIs()
  notificationUrl?: string;

  /** The notification method of orders that name none (spec §1.2, §1.6). Default `POST`. */
  @AsIs()
  notificationMethod?: NotificationMethod;

  /** How the account behaves. Default: as in the specification; {@link Sandbox.adjust} changes it later. */
  @AsIs()
  switches?: Partial<SandboxSwitches>;

  /** The group's tills. Default none. */
  @AsIs(() => SandboxTerminal, true)
  terminals?: SandboxTerminal[];
}

/**
 * The options of a sandbox. Only the terminal groups are required.
 *
 * @example
 * const options: SandboxOptions = { terminalGroups: [{ name: 'web', apiKey: 'sandbox-web' }], autoDeliver: false };
 */
export class SandboxOptions extends NotificationSwitches {
  /** At least one. */
  @AsIs(() => SandboxTerminalGroup, true)
  terminalGroups: SandboxTerminalGroup[];

  /** Base of the payment page's links, such as `http://localhost:4000`. Default: the address where the host listens. */
  @AsIs()
  publicUrl?: string;

  /** The file for the sandbox's data. Default `:memory:`: nothing is kept. */
  @AsIs()
  database?: string;

  /**
   * Source of the time. Default: the system's. With a clock of your own, you start resends with {@link Sandbox.runDue}.
   */
  @AsIs()
  clock?: Clock;

  /** Time zone of the order's times without a zone. Default `Europe/Amsterdam`. */
  @AsIs()
  timeZone?: string;

  /** Sends each notification at once. Default true; with false nothing is sent until {@link Sandbox.runDue}. */
  @AsIs()
  autoDeliver?: boolean;

  /** Shown at the end of each merchant page, such as a link back to the shop: `{ text, href }`. Default none. */
  @AsIs()
  links?: { readonly text: string; readonly href: string }[];

  /** Hosts that notifications may be sent to, besides loopback. Default none. */
  @AsIs()
  allowedHosts?: string[];

  /** How long a notification waits for its reply, in milliseconds. Default 10,000. */
  @AsIs()
  notificationTimeoutMs?: number;

  /** Faults that happen by chance, from a seed. Default: none; {@link Sandbox.faults} can set them up later. */
  @AsIs(() => FaultOptions)
  faults?: FaultOptions;
}
