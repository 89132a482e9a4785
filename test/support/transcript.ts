import { ClientTransport } from '../../src/shop/client/index.js';
import { ProcessRegistry } from '../../src/shop/diagnostics/index.js';
import { WorkerRegistry } from '../../src/shop/workers/index.js';
import type { ManualClock } from '../../src/testing/index.js';
import { CANARY_MARKER } from './canary.js';
import { plainStatement, plainValue, shortened } from './plain-statement.js';
import type { ShopHost } from './shop-host.js';
import { tapStatements } from './statement-tap.mjs';

type Transmission = Awaited<ReturnType<ClientTransport['send']>>;
type WorkerName = NonNullable<Parameters<WorkerRegistry['drain']>[0]>;

const OWN_TABLES = `SELECT name FROM sqlite_master WHERE type = 'table' AND name LIKE 'tillbridge_%' ORDER BY name`;

const DAY = 86_400_000;
/** Nearer than this to the start of a transcript, a number is a time. */
const NEAR_MS = 400 * DAY;
const NUMBERS = /(?<![\w.-])\d{13}(?![\w.])/g;
/** Ids and tokens that are drawn by chance. */
const DRAWN = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;
const PORT = /(127\.0\.0\.1|localhost):\d{4,5}/g;
/** A digest is known by its beginning. */
const DIGEST = /\b([0-9a-f]{8})[0-9a-f]{24,56}\b/g;
/** What is given back stands on one line up to this length. */
const SHORT = 240;
const TOOK = /\b\d+(\.\d+)? ms\b/g;

const durationOf = (ms: number): string => {
  const sign = ms < 0 ? '-' : '+';
  const size = Math.abs(ms);
  return size % 1_000 === 0 ? `T${sign}${size / 1_000}s` : `T${sign}${size}ms`;
};

const answerOf = async (response: Response): Promise<string> =>
  `${response.status} ${await response.clone().text()}`.trim();

const endOf = (transmission: Transmission): string =>
  transmission.ok ? String(transmission.response.httpStatus) : `broken: ${transmission.broken.reason}`;

/**
 * Writes down what a shop does to the outside, in the order in which it does it: its statements with what they say, its
 * calls to the service, its log lines, what its handlers are given, what its callers get, and the rows that are left. As a
 * snapshot it is a test that asks nothing in particular, and so notices what no one has thought of.
 *
 * Ids by chance become `#1`, `#2`, in the order of their first appearance; times become seconds since the beginning. The shop
 * needs SQLite, the clock of the transcript, and `workers: 'off'`.
 */
export class Transcript {
  readonly #lines: string[] = [];
  readonly #names = new Map<string, string>();
  readonly #start: number;
  readonly #untap: () => void;
  readonly #unlisten: () => void;
  #logged: number;
  #seen: number;
  #isPaused = true;

  constructor(
    private readonly shop: ShopHost,
    clock: ManualClock,
  ) {
    this.#start = clock.now();
    // It says by the real clock that the process lives: on a busy machine in the middle of a step.
    clearInterval(Reflect.get(shop.app.get(ProcessRegistry), 'timer') as NodeJS.Timeout);
    this.#logged = shop.logs.lines.length;
    this.#seen = shop.handlers.seen.length;
    this.#untap = tapStatements(shop.dataSource, {
      before: async ({ sql, parameters }) => this.#write(`  ${plainStatement(sql, parameters, this.#masked)}`),
    });
    this.#unlisten = this.#listen(shop.app.get(ClientTransport));
  }

  /** What one step does, and how it ends. @returns what the action gave, or undefined where it failed */
  async step<T>(title: string, action: () => Promise<T> | T): Promise<T | undefined> {
    this.#isPaused = false;
    this.#write(`\n${title}`);
    try {
      const result = await action();
      this.#write(`= ${result instanceof Response ? await answerOf(result) : this.#laidOut(result)}`);
      return result;
    } catch (error) {
      this.#write(`= throws ${String(error)}`);
      return undefined;
    } finally {
      this.#catchUp();
      this.#isPaused = true;
    }
  }

  /** The rows there are now, of the tables of the module; where some are named without their prefix, of those. */
  async rows(...only: string[]): Promise<void> {
    const { dataSource } = this.shop;
    const tables: { name: string }[] = await dataSource.query(OWN_TABLES);
    const isShown = (name: string): boolean =>
      // Its rows go by the real clock.
      only.length === 0 ? name !== 'process' : only.includes(name);
    for (const name of tables.map((table) => table.name.replace('tillbridge_', '')).filter(isShown)) {
      const rows: Record<string, unknown>[] = await dataSource.query(`SELECT * FROM tillbridge_${name}`);
      if (rows.length > 0) this.#add(`\n${name}`);
      for (const row of rows) this.#add(`  ${this.#rowOf(row)}`);
    }
  }

  /** Background work of one kind does what is due. */
  work(name: WorkerName): Promise<unknown> {
    return this.step(`${name} works`, () => this.shop.app.get(WorkerRegistry).drain(name));
  }

  get text(): string {
    return this.#lines.join('\n').trim();
  }

  /** Nothing is written down any more. */
  end(): void {
    this.#unlisten();
    this.#untap();
  }

  #listen(transport: ClientTransport): () => void {
    const send = transport.send.bind(transport);
    transport.send = async (group, request, key) => {
      const query = new URLSearchParams(request.query).toString();
      const body = request.body === null ? '' : ` ${this.#textOf(request.body)}`;
      this.#write(`> ${request.method} ${request.path}${query && `?${query}`} (${group.name})${body}`);
      const transmission = await send(group, request, key);
      this.#write(`< ${endOf(transmission)}`);
      return transmission;
    };
    return () => Reflect.deleteProperty(transport, 'send');
  }

  /** What was logged, and what handlers were given, since the last line. */
  #catchUp(): void {
    const { logs, handlers } = this.shop;
    const logged = logs.lines.slice(this.#logged).map((line) => `  ${line.replace(/^\w+/, '[$&]')}`);
    const seen = handlers.seen.slice(this.#seen).map(({ phase, event }) => `  @${phase} ${this.#textOf(event)}`);
    this.#logged = logs.lines.length;
    this.#seen = handlers.seen.length;
    for (const line of [...logged, ...seen]) this.#add(line);
  }

  #write(line: string): void {
    if (this.#isPaused) return;
    this.#catchUp();
    this.#add(line);
  }

  #add(line: string): void {
    this.#lines.push(this.#masked(line));
  }

  readonly #masked = (text: string): string =>
    text
      .replaceAll(DRAWN, (found) => this.#nameOf(found))
      .replaceAll(NUMBERS, (found) => this.#timeOf(found))
      .replaceAll(DIGEST, '$1…')
      .replaceAll(PORT, '$1:*')
      .replaceAll(TOOK, '* ms')
      .replaceAll(CANARY_MARKER, 'key');

  #rowOf(row: Record<string, unknown>): string {
    const filled = Object.entries(row).filter(([, value]) => value !== null);
    return filled.map(([name, value]) => `${name} ${plainValue(value, this.#masked)}`).join(', ');
  }

  /** On one line, or on one for each of its parts where it is longer than is read at a glance. */
  #laidOut(value: unknown, indent = '  '): string {
    const plain: unknown = JSON.parse(JSON.stringify(value) ?? 'null');
    const isShort = this.#masked(JSON.stringify(plain)).length <= SHORT;
    if (value === undefined || isShort || typeof plain !== 'object' || plain === null) return this.#textOf(value);
    const parts = Object.entries(plain).map(([name, part]) => {
      const text = this.#laidOut(part, `${indent}  `);
      return `\n${indent}${Array.isArray(plain) ? '-' : `${name}:`} ${text}`;
    });
    return `${Array.isArray(plain) ? plain.length : ''}${parts.join('')}`;
  }

  #textOf(value: unknown): string {
    return shortened(this.#masked(JSON.stringify(value) ?? 'nothing'));
  }

  #nameOf(drawn: string): string {
    const name = this.#names.get(drawn) ?? `#${this.#names.size + 1}`;
    this.#names.set(drawn, name);
    return name;
  }

  #timeOf(digits: string): string {
    const since = Number(digits) - this.#start;
    return Math.abs(since) < NEAR_MS ? durationOf(since) : digits;
  }
}

/**
 * @param shop - on SQLite, with `workers: 'off'`; started once, it serves several transcripts
 * @param clock - of the shop; stands still unless the script moves it
 * @param script - what happens, step by step
 * @returns what the shop did meanwhile, for a snapshot
 */
export async function transcriptOf(
  shop: ShopHost,
  clock: ManualClock,
  script: (transcript: Transcript) => Promise<unknown>,
): Promise<string> {
  const transcript = new Transcript(shop, clock);
  try {
    await script(transcript);
  } finally {
    transcript.end();
  }
  return transcript.text;
}
