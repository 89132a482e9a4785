import { InvalidArgumentError, Option, type Command } from 'commander';
import { sandboxKeyOf } from '../../support/index.js';
import { CliError, usageError } from '../cli-error.js';
import { EXIT } from '../exit-codes.js';
import { command, does, type Work } from '../frame.js';
import { startReport } from '../sandbox/start.report.js';
import { serviceOptions, withServiceFlags, type ServiceFlags } from './service.flags.js';
import type { RunningSandbox, SandboxTerminalGroup } from '../../sandbox/index.js';

interface SandboxFlags extends ServiceFlags {
  readonly port: number;
  readonly host: string;
  readonly group: readonly SandboxTerminalGroup[];
  readonly terminal: readonly TillFlag[];
  readonly notificationUrl: Readonly<Record<string, string>>;
  readonly allowHost: string[];
  readonly data?: string;
  readonly publicUrl?: string;
}

/** A terminal from `--terminal`. */
interface TillFlag {
  readonly group: string;
  readonly id: string;
}

const DEFAULT_PORT = 4000;
const HIGHEST_PORT = 65_535;
const HELP = `
A group's key may be left out: then it is read from TILLBRIDGE_SANDBOX_KEY_<NAME> or, where that is not set, it is the
word "sandbox", a hyphen and the group's name; no other key is printed. Without --group there is the group "web", and
those that --terminal names.

Example:
  tillbridge sandbox --port 4000 --group web --notification-url web=http://localhost:3000/payments/notifications/web
  tillbridge sandbox --terminal till=T1 --terminal till=T2`;

/** `tillbridge sandbox`: runs the sandbox until Ctrl-C. */
export function sandboxCommand(): Command {
  const made = command('sandbox')
    .option('-p, --port <number>', 'port to listen on; 0 takes any free one', readPort, DEFAULT_PORT)
    .option('--host <address>', 'address to listen on', '127.0.0.1')
    .addOption(repeatable('-g, --group <name[=key]>', 'a terminal group').argParser(collectGroup))
    .addOption(repeatable('-t, --terminal <group=id>', 'a till of a terminal group').argParser(collectTill))
    .addOption(
      new Option('-n, --notification-url <name=url>', "a group's site-level notification address; repeatable")
        .default({}, 'none')
        .argParser(collectUrl),
    )
    .addOption(
      repeatable('--allow-host <name>', 'a host that notifications may go to besides loopback').argParser(collect),
    )
    .option('--public-url <url>', 'where browsers find the sandbox, when that is not where it listens')
    .option('--data <file>', 'keep orders in this file; otherwise they are gone at the end');
  return does<SandboxFlags>(withServiceFlags(made).addHelpText('after', HELP), run);
}

function repeatable(flags: string, description: string): Option {
  return new Option(flags, `${description}; repeatable`).default([], 'none');
}

const run: Work<SandboxFlags> = async ({ flags, output, untilStopped }) => {
  const groups = groupsOf(flags);
  const named = [...Object.keys(flags.notificationUrl), ...flags.terminal.map(({ group }) => group)];
  const stray = named.find((name) => !groups.some((group) => group.name === name));
  if (stray !== undefined) throw usageError(`There is no terminal group "${stray}".`, 'Name one of --group.');
  const complete = groups.map((group) => ({
    ...group,
    notificationUrl: flags.notificationUrl[group.name],
    terminals: flags.terminal.filter((till) => till.group === group.name).map(({ id }) => ({ id })),
  }));
  const running = await start(flags, complete);
  const stopped = untilStopped();
  await output.report(startReport({ url: running.url, publicUrl: flags.publicUrl, groups: complete }));
  await stopped;
  await running.close();
  await output.add('The sandbox has stopped.');
  return EXIT.done;
};

// Without `--group`, the sandbox has the groups of its terminals, and the group of every web shop.
function groupsOf({ group, terminal }: SandboxFlags): readonly SandboxTerminalGroup[] {
  if (group.length > 0) return group;
  const names = new Set(['web', ...terminal.map((till) => till.group)]);
  return [...names].map((name) => groupOf(name));
}

/** @throws CliError for options that the sandbox refuses */
async function start(flags: SandboxFlags, terminalGroups: SandboxTerminalGroup[]): Promise<RunningSandbox> {
  const { isSandboxError, startSandbox } = await import('../../sandbox/index.js');
  const { port, host, allowHost: allowedHosts, publicUrl, data: database } = flags;
  try {
    const own = { port, host, terminalGroups, allowedHosts, publicUrl, database };
    return await startSandbox({ ...own, ...serviceOptions(flags) });
  } catch (error) {
    if (!isSandboxError(error)) throw error;
    throw new CliError({ code: error.code, message: error.message, advice: error.advice });
  }
}

function readPort(text: string): number {
  const port = Number(text);
  if (/^\d+$/.test(text) && port <= HIGHEST_PORT) return port;
  throw new InvalidArgumentError(`It must be 0 to ${HIGHEST_PORT}.`);
}

function collect(value: string, before: readonly string[]): string[] {
  return [...before, value];
}

function collectGroup(value: string, before: readonly SandboxTerminalGroup[]): SandboxTerminalGroup[] {
  const [name = '', ...key] = value.split('=');
  return [...before, groupOf(name, key.length > 0 ? key.join('=') : undefined)];
}

function groupOf(name: string, key?: string): SandboxTerminalGroup {
  const variable = `TILLBRIDGE_SANDBOX_KEY_${name.toUpperCase().replace(/\W/g, '_')}`;
  return { name, apiKey: key ?? process.env[variable] ?? sandboxKeyOf(name) };
}

function collectTill(value: string, before: readonly TillFlag[]): TillFlag[] {
  const separator = value.indexOf('=');
  if (separator < 1 || separator === value.length - 1) {
    throw new InvalidArgumentError('It must be a group, "=" and the id of a till.');
  }
  return [...before, { group: value.slice(0, separator), id: value.slice(separator + 1) }];
}

function collectUrl(value: string, before: Readonly<Record<string, string>>): Record<string, string> {
  const separator = value.indexOf('=');
  if (separator < 1) throw new InvalidArgumentError('It must be a group, "=" and an address.');
  return { ...before, [value.slice(0, separator)]: value.slice(separator + 1) };
}
