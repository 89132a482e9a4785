import type { NamesOf } from '../../../support/index.js';
import type { FaultOptions } from './fault.types.js';
import type { SandboxOptions, SandboxTerminalGroup } from './sandbox.options.js';
import type { SandboxTerminal } from './terminal.types.js';

const TERMINAL: NamesOf<SandboxTerminal> = { id: true, name: true, provider: true, active: true };

/** Switches are judged name by name where they are read. */
const GROUP: NamesOf<SandboxTerminalGroup> = {
  name: true,
  apiKey: true,
  siteId: true,
  notificationUrl: true,
  notificationMethod: true,
  switches: true,
  terminals: [TERMINAL],
};

/** Kinds of faults are judged where they are read. */
const FAULTS: NamesOf<FaultOptions> = {
  seed: true,
  probabilities: true,
  operations: true,
  delayMs: true,
  status: true,
  skewMs: true,
  retryAfterSeconds: true,
  lagMs: true,
  amount: true,
};

/** Every name that the sandbox knows, at every level. */
export const SANDBOX_OPTION_NAMES: NamesOf<SandboxOptions> = {
  terminalGroups: [GROUP],
  publicUrl: true,
  database: true,
  clock: true,
  timeZone: true,
  autoDeliver: true,
  allowedHosts: true,
  notificationTimeoutMs: true,
  faults: FAULTS,
  acknowledgement: true,
  deliveryPlan: true,
  notificationUrlRules: true,
  maskIbans: true,
  pretransaction: true,
  bodyQuirk: true,
  cancelledAs: true,
  transactionIdAs: true,
  transactionIdDigits: true,
};
