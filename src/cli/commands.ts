import type { Command } from 'commander';

/** A command by its name, loaded when it is called. */
interface NamedCommand {
  readonly name: string;
  readonly load: () => Promise<Command>;
}

/** Every command, in the order in which the help lists them. */
export const COMMANDS: readonly NamedCommand[] = [
  { name: 'doctor', load: async () => (await import('./commands/doctor.command.js')).doctorCommand() },
  { name: 'status', load: async () => (await import('./commands/status.command.js')).statusCommand() },
  { name: 'migrate', load: async () => (await import('./commands/migrate.command.js')).migrateCommand() },
  { name: 'explain', load: async () => (await import('./commands/explain.command.js')).explainCommand() },
  { name: 'sync', load: async () => (await import('./commands/sync.command.js')).syncCommand() },
  { name: 'orders', load: async () => (await import('./commands/orders.command.js')).ordersCommand() },
  { name: 'replay', load: async () => (await import('./commands/replay.command.js')).replayCommand() },
  { name: 'poll', load: async () => (await import('./commands/poll.command.js')).pollCommand() },
  { name: 'reconcile', load: async () => (await import('./commands/reconcile.command.js')).reconcileCommand() },
  { name: 'groups', load: async () => (await import('./commands/groups.command.js')).groupsCommand() },
  { name: 'refund', load: async () => (await import('./commands/refund.command.js')).refundCommand() },
  { name: 'refund-batch', load: async () => (await import('./commands/refund-batch.command.js')).refundBatchCommand() },
  { name: 'verify', load: async () => (await import('./commands/verify.command.js')).verifyCommand() },
  { name: 'sign', load: async () => (await import('./commands/sign.command.js')).signCommand() },
  { name: 'send', load: async () => (await import('./commands/send.command.js')).sendCommand() },
  { name: 'conformance', load: async () => (await import('./commands/conformance.command.js')).conformanceCommand() },
  { name: 'sandbox', load: async () => (await import('./commands/sandbox.command.js')).sandboxCommand() },
];
