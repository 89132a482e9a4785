import { Command, InvalidArgumentError, Option } from 'commander';
import { EXIT } from '../exit-codes.js';
import { serviceOptions, withServiceFlags, type ServiceFlags } from './service.flags.js';
import type { RunningSandbox, SandboxTerminalGroup } from '../../sandbox/index.js';

interface SandboxFlags extends ServiceFlags {
  readonly port: number;
  readonly host: string;
  readonly group: readonly SandboxTerminalGroup[];
  readonly notificationUrl: Readonly<Record<string, string>>;
  readonly allowHost: string[];
  readonly data?: string;
  readonly publicUrl?: string;
}

const DEFAULT_PORT = 4000;
const HIGHEST_PORT = 65_535;
const HELP = `
A group's key may be left out: then it is read from TILLBRIDGE_SANDBOX_KEY_<NAME> or, where that is not set, it is the
word "sandbox", a hyphen and the group's name. Keys are never printed. Without --group there is one group, "web".

Example:
  tillbridge sandbox --port 4000 --group web --notification-url web=http://localhost:3000/payments/notifications/web`;

/** `tillbridge sandbox`: runs the sandbox until Ctrl-C. */
export function sandboxCommand(): Command {
  const command = new Command('sandbox')
    .option('-p, --port <number>', 'port to listen on; 0 takes any free one', readPort, DEFAULT_PORT)
    .option('--host <address>', 'address to listen on', '127.0.0.1')
    .addOption(repeatable('-g, --group <name[=key]>', 'a terminal group').argParser(collectGroup))
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
  return withServiceFlags(command).addHelpText('after', HELP).action(run);
}

function repeatable(flags: string, description: string): Option {
  return new Option(flags, `${description}; repeatable`).default([], 'none');
}

async function run(flags: SandboxFlags, command: Command): Promise<void> {
  const groups = flags.group.length > 0 ? flags.group : [groupOf('web')];
  const stray = Object.keys(flags.notificationUrl).find((name) => !groups.some((group) => group.name === name));
  if (stray !== undefined) command.error(`error: --notification-url: there is no terminal group "${stray}"`);
  try {
    const running = await start(flags, groups);
    console.log(`The sandbox is up: ${running.url}`);
    console.log(`Payment API: ${running.url}/v1/json (Ctrl-C stops it)`);
    closeOnSignal(running);
  } catch (error) {
    const { isSandboxError } = await import('../../sandbox/index.js');
    if (!isSandboxError(error)) throw error;
    console.error(`${error.message} ${error.advice}`);
    process.exitCode = EXIT.failed;
  }
}

async function start(flags: SandboxFlags, groups: readonly SandboxTerminalGroup[]): Promise<RunningSandbox> {
  const { startSandbox } = await import('../../sandbox/index.js');
  return startSandbox({
    port: flags.port,
    host: flags.host,
    terminalGroups: groups.map((group) => ({ ...group, notificationUrl: flags.notificationUrl[group.name] })),
    allowedHosts: flags.allowHost,
    publicUrl: flags.publicUrl,
    database: flags.data,
    ...serviceOptions(flags),
  });
}

function closeOnSignal(running: RunningSandbox): void {
  const stop = (): void => {
    running.close().then(
      () => console.log('The sandbox has stopped.'),
      (error: unknown) => {
        console.error(error);
        process.exitCode = EXIT.failed;
      },
    );
  };
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
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
  return { name, apiKey: key ?? process.env[variable] ?? `sandbox-${name}` };
}

function collectUrl(value: string, before: Readonly<Record<string, string>>): Record<string, string> {
  const separator = value.indexOf('=');
  if (separator < 1) throw new InvalidArgumentError('It must be a group, "=" and an address.');
  return { ...before, [value.slice(0, separator)]: value.slice(separator + 1) };
}
