import { InvalidArgumentError, Option, type Command } from 'commander';
import { FAULT_KINDS } from '../../sandbox/core/options/fault-rules.js';
import type { FaultKind, SandboxOptions } from '../../sandbox/index.js';

/** Flags for behaviour on which the service's descriptions differ, and for faults. */
export interface ServiceFlags {
  readonly acknowledgement: 'lenient' | 'strict';
  readonly resends: 'standard' | 'short';
  readonly urlRules: 'development' | 'live';
  readonly showIbans: boolean;
  readonly pretransaction: 'plain' | 'payload_type' | 'off';
  readonly bodyQuirk: 'none' | 'stray-space' | 'escaped-unicode';
  readonly cancelledAs: 'canceled' | 'cancelled';
  readonly transactionIds: TransactionIdFlag;
  readonly fault: Readonly<Partial<Record<FaultKind, number>>>;
  readonly faultSeed: number;
}

interface TransactionIdFlag {
  readonly as: 'number' | 'text';
  readonly digits: 16 | 17 | 18;
}

const choice = (flags: string, description: string, choices: readonly [string, ...string[]]): Option =>
  new Option(flags, description).choices(choices).default(choices[0]);

const OPTIONS: readonly Option[] = [
  choice('--acknowledgement <rule>', 'which replies to notifications count', ['lenient', 'strict']),
  choice('--resends <plan>', 'three times in 45 minutes, or twice in 15', ['standard', 'short']),
  choice('--url-rules <rules>', 'which notification addresses are taken', ['development', 'live']),
  new Option('--show-ibans', 'show account numbers in full').default(false, 'no'),
  choice('--pretransaction <way>', 'how sessions left unfinished are notified', ['plain', 'payload_type', 'off']),
  choice('--body-quirk <quirk>', 'an oddity in every body', ['none', 'stray-space', 'escaped-unicode']),
  choice('--cancelled-as <spelling>', 'the status of a cancelled order', ['canceled', 'cancelled']),
  new Option('--transaction-ids <form>', 'number or text, and 16 to 18 digits: text:18')
    .default({ as: 'number', digits: 16 }, 'number:16')
    .argParser(readTransactionIds),
  new Option('--fault <kind=chance>', `what goes wrong by chance; repeatable: ${FAULT_KINDS.join(', ')}`)
    .default({}, 'none')
    .argParser(collectFault),
  new Option('--fault-seed <number>', 'the same seed, the same faults').default(1).argParser(readSeed),
];

/** Adds the flags to a command. */
export function withServiceFlags(command: Command): Command {
  for (const option of OPTIONS) command.addOption(option);
  return command;
}

/** The sandbox's options from the flags. */
export function serviceOptions(flags: ServiceFlags): Omit<SandboxOptions, 'terminalGroups'> {
  const isFaulty = Object.keys(flags.fault).length > 0;
  return {
    acknowledgement: flags.acknowledgement,
    deliveryPlan: flags.resends,
    notificationUrlRules: flags.urlRules,
    maskIbans: !flags.showIbans,
    pretransaction: flags.pretransaction,
    bodyQuirk: flags.bodyQuirk,
    cancelledAs: flags.cancelledAs,
    transactionIdAs: flags.transactionIds.as,
    transactionIdDigits: flags.transactionIds.digits,
    faults: isFaulty ? { seed: flags.faultSeed, probabilities: flags.fault } : undefined,
  };
}

function readTransactionIds(text: string): TransactionIdFlag {
  const [form, count = '16'] = text.split(':');
  const as = (['number', 'text'] as const).find((each) => each === form);
  const digits = ([16, 17, 18] as const).find((each) => String(each) === count);
  if (as !== undefined && digits !== undefined) return { as, digits };
  throw new InvalidArgumentError('It must be number or text, and perhaps ":" and 16, 17 or 18.');
}

function collectFault(value: string, before: ServiceFlags['fault']): ServiceFlags['fault'] {
  const [name, chance] = value.split('=');
  const kind = FAULT_KINDS.find((each) => each === name);
  if (kind === undefined || !/^(?:0|1|[01]?\.\d+)$/.test(chance ?? '')) {
    throw new InvalidArgumentError('It must be a kind of fault, "=" and a chance of 0 to 1.');
  }
  return { ...before, [kind]: Number(chance) };
}

function readSeed(text: string): number {
  if (/^-?\d{1,15}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('It must be an integer.');
}
