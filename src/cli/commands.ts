import type { Command } from 'commander';

/** The entry of a command in the list; its own file is loaded when it is called. */
export interface NamedCommand {
  readonly name: string;
  /** The arguments after the name. */
  readonly usage: string;
  /** Its purpose. */
  readonly summary: string;
  readonly load: () => Promise<Command>;
}

/** Every command with its subcommands, all loaded, for output that describes the whole program. */
async function wholeProgram(): Promise<Command> {
  const { Command: Program } = await import('commander');
  const program = new Program('tillbridge').version('', '--version', 'print the version of this package');
  for (const { load, summary } of COMMANDS) program.addCommand((await load()).description(summary));
  return program;
}

/** Every command, in the order in which the help lists them. */
export const COMMANDS: readonly NamedCommand[] = [
  {
    name: 'doctor',
    usage: '[options]',
    summary: 'Find configuration faults and how to correct them. Exit code 1 when there are any.',
    load: async () => (await import('./commands/doctor.command.js')).doctorCommand(),
  },
  {
    name: 'status',
    usage: '[options]',
    summary: 'How much work waits, and what needs attention. Exit code 1 when something does.',
    load: async () => (await import('./commands/status.command.js')).statusCommand(),
  },
  {
    name: 'migrate',
    usage: '',
    summary: "See what the shop's database lacks, and bring it up to date.",
    load: async () => (await import('./commands/migrate.command.js')).migrateCommand(),
  },
  {
    name: 'explain',
    usage: '[options] <order>',
    summary: 'Tell everything that happened to an order, fit for a support ticket.',
    load: async () => (await import('./commands/explain.command.js')).explainCommand(),
  },
  {
    name: 'sync',
    usage: '[options] <order>',
    summary: 'Read an order, every attempt of it, from the service now.',
    load: async () => (await import('./commands/sync.command.js')).syncCommand(),
  },
  {
    name: 'acknowledge',
    usage: '[options] <order>',
    summary: 'Mark what an order needs attention for as handled.',
    load: async () => (await import('./commands/acknowledge.command.js')).acknowledgeCommand(),
  },
  {
    name: 'orders',
    usage: '',
    summary: 'Work on many orders.',
    load: async () => (await import('./commands/orders.command.js')).ordersCommand(),
  },
  {
    name: 'replay',
    usage: '[options] [notification]',
    summary: 'Have stored notifications applied once more.',
    load: async () => (await import('./commands/replay.command.js')).replayCommand(),
  },
  {
    name: 'effects',
    usage: '',
    summary: 'Run what handlers failed to do once more.',
    load: async () => (await import('./commands/effects.command.js')).effectsCommand(),
  },
  {
    name: 'poll',
    usage: '[options]',
    summary: 'Poll the orders that are due, once; for a scheduler, say.',
    load: async () => (await import('./commands/poll.command.js')).pollCommand(),
  },
  {
    name: 'reconcile',
    usage: '[options]',
    summary: "Compare the service's list of transactions with the shop's orders.",
    load: async () => (await import('./commands/reconcile.command.js')).reconcileCommand(),
  },
  {
    name: 'groups',
    usage: '',
    summary: 'Terminal groups by their names.',
    load: async () => (await import('./commands/groups.command.js')).groupsCommand(),
  },
  {
    name: 'refund',
    usage: '[options] <order>',
    summary: 'Refund an order, or a part of it.',
    load: async () => (await import('./commands/refund.command.js')).refundCommand(),
  },
  {
    name: 'refund-batch',
    usage: '[options] <file>',
    summary: 'Refund many orders, from a CSV file.',
    load: async () => (await import('./commands/refund-batch.command.js')).refundBatchCommand(),
  },
  {
    name: 'error',
    usage: '[options] <code...>',
    summary: 'Tell what an error code of the service means, and who must act.',
    load: async () => (await import('./commands/error.command.js')).errorCommand(),
  },
  {
    name: 'verify',
    usage: '[options]',
    summary: 'Say whether a notification is authentic, and if not, why.',
    load: async () => (await import('./commands/verify.command.js')).verifyCommand(),
  },
  {
    name: 'sign',
    usage: '[options]',
    summary: 'Print the Auth header of a body.',
    load: async () => (await import('./commands/sign.command.js')).signCommand(),
  },
  {
    name: 'send',
    usage: '[options] <url>',
    summary: 'Send a test notification, and say whether the answer counts.',
    load: async () => (await import('./commands/send.command.js')).sendCommand(),
  },
  {
    name: 'conformance',
    usage: '[options] <url>',
    summary: "Try the specification's rules for shops at any notification address.",
    load: async () => (await import('./commands/conformance.command.js')).conformanceCommand(),
  },
  {
    name: 'sandbox',
    usage: '[options]',
    summary: 'Run the payment order service on this machine, for development: no account, no network.',
    load: async () => (await import('./commands/sandbox.command.js')).sandboxCommand(),
  },
  {
    name: 'completion',
    usage: '[options] <shell>',
    summary: 'Print the script by which bash, zsh or fish completes commands and options.',
    load: async () => (await import('./commands/completion.command.js')).completionCommand(wholeProgram),
  },
];
