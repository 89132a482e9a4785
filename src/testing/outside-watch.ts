import { createHook, type AsyncHook } from 'node:async_hooks';
import childProcess from 'node:child_process';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import net from 'node:net';
import type { Trail } from './rehearse-findings.js';

/** Node's names of asynchronous resources outside of the process, and their names in the findings. */
const RESOURCES: Readonly<Record<string, string>> = {
  TCPCONNECTWRAP: 'opened a network connection',
  PIPECONNECTWRAP: 'opened a connection to another process',
  GETADDRINFOREQWRAP: 'looked up a host name',
  QUERYWRAP: 'looked up a host name',
  UDPSENDWRAP: 'sent a datagram',
  PROCESSWRAP: 'started a process',
  WORKER: 'started a worker thread',
};

const FILE_WRITES =
  'appendFile chmod copyFile cp link mkdir mkdtemp rename rm rmdir symlink truncate unlink utimes writeFile'.split(' ');
const PROCESS_STARTS = ['exec', 'execFile', 'fork', 'spawn', 'execSync', 'execFileSync', 'spawnSync'];
const withSync = (names: readonly string[]): string[] => names.flatMap((name) => [name, `${name}Sync`]);

const CHANNELS: Readonly<Record<string, (message: unknown) => string>> = {
  'http.client.request.start': (message) => {
    const { method, protocol, host, path } = (message as { request: Record<string, unknown> }).request;
    return `called ${String(method)} ${String(protocol)}//${String(host)}${withoutQuery(path)}`;
  },
  'undici:request:create': (message) => {
    const { method, origin, path } = (message as { request: Record<string, unknown> }).request;
    return `called ${String(method)} ${String(origin)}${withoutQuery(path)}`;
  },
};

const withoutQuery = (path: unknown): string => String(path).split('?')[0] ?? '';

type AnyFunction = (this: unknown, ...parameters: unknown[]) => unknown;

/**
 * Records what a handler does outside of the database: connections, requests, files, processes, timers. It uses hooks
 * of Node, and replaces a few functions while it is on, so only one may be on at a time.
 */
export class OutsideWatch {
  private readonly undo: (() => void)[] = [];

  constructor(private readonly trail: Trail) {}

  /** Starts watching. */
  start(): void {
    const hook = this.hook().enable();
    this.undo.push(() => void hook.disable());
    for (const [name, describe] of Object.entries(CHANNELS)) this.listen(name, describe);
    this.replace(net.Socket.prototype, 'write', (socket) => describeSocket(socket));
    for (const output of [process.stdout, process.stderr]) this.allow(output, 'write');
    for (const name of [...withSync(FILE_WRITES), 'createWriteStream']) this.replace(fs, name, describeFile(name));
    for (const name of FILE_WRITES) this.replace(fs.promises, name, describeFile(name));
    for (const name of PROCESS_STARTS) this.replace(childProcess, name, (_, [file]) => `started ${String(file)}`);
    // Needed so that `import { writeFile } from 'node:fs'` gets the replacements too.
    syncBuiltinESMExports();
  }

  /** Restores everything. */
  stop(): void {
    for (const undo of this.undo.splice(0).reverse()) undo();
    syncBuiltinESMExports();
  }

  private hook(): AsyncHook {
    const { trail } = this;
    // The callback at the end of a timer has no trail, so the timers of all findings are kept here.
    const timers = new Map<number, Map<number, number>>();
    return createHook({
      init(id, type, _trigger, resource) {
        const { findings } = trail;
        if (!findings) return;
        const what = RESOURCES[type] ?? (type.startsWith('FSREQ') ? fileWrite() : null);
        if (what) findings.outside.add(what);
        if (type !== 'Timeout') return;
        timers.set(id, findings.timers);
        findings.timers.set(id, Number(Reflect.get(resource, '_idleTimeout')));
      },
      destroy: (id) => {
        timers.get(id)?.delete(id);
        timers.delete(id);
      },
    });
  }

  private listen(channel: string, describe: (message: unknown) => string): void {
    const listener = (message: unknown): void => void this.trail.findings?.outside.add(describe(message));
    subscribe(channel, listener);
    this.undo.push(() => void unsubscribe(channel, listener));
  }

  private replace(
    owner: object,
    name: string,
    describe: (self: unknown, parameters: unknown[]) => string | null,
  ): void {
    const original: unknown = Reflect.get(owner, name);
    if (typeof original !== 'function') return;
    const { trail } = this;
    this.standIn(owner, name, function (...parameters) {
      const what = trail.findings ? describe(this, parameters) : null;
      if (what !== null) trail.findings?.outside.add(what);
      return Reflect.apply(original, this, parameters) as unknown;
    });
  }

  /** A handler may log. A test runner that has replaced the output may delay it with timers of its own. */
  private allow(owner: object, name: string): void {
    const original: unknown = Reflect.get(owner, name);
    if (typeof original !== 'function') return;
    const { trail } = this;
    this.standIn(owner, name, function (...parameters) {
      return trail.pause(() => Reflect.apply(original, this, parameters) as unknown);
    });
  }

  private standIn(owner: object, name: string, watched: AnyFunction): void {
    const original: object = Reflect.get(owner, name) as object;
    const own = Object.getOwnPropertyDescriptor(owner, name);
    // Some functions have functions as properties, for example a variant for promisify.
    Object.defineProperties(watched, Object.getOwnPropertyDescriptors(original));
    Object.defineProperty(owner, name, { value: watched, configurable: true, writable: true, enumerable: true });
    this.undo.push(() => {
      if (own) Object.defineProperty(owner, name, own);
      else Reflect.deleteProperty(owner, name);
    });
  }
}

function describeSocket(socket: unknown): string {
  const { remoteAddress, remotePort } = socket as net.Socket;
  return remoteAddress ? `wrote to ${remoteAddress}:${remotePort}` : 'wrote to a socket';
}

const describeFile =
  (name: string) =>
  (_self: unknown, [path]: unknown[]): string =>
    `changed files (${name} ${String(path)})`;

/** The operation on files is found in the names of Node's own functions on the stack, for any kind of import. */
function fileWrite(): string | null {
  const stack = new Error('which operation?').stack ?? '';
  const names = [...stack.matchAll(/at (?:async )?(?:Object\.)?(\w+) \(node:(?:internal\/)?fs/g)].map(
    (match) => match[1],
  );
  const writing = names.find((name) => FILE_WRITES.includes(name ?? ''));
  return writing ? `changed files (${writing})` : null;
}
