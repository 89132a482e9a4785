import type { DataSource } from 'typeorm';
import { CANARY_MARKER } from './canary.js';
import { plainStatement, plainValue, shortened } from './plain-statement.js';
import { tapStatements } from './statement-tap.mjs';

/** Tables of a SQLite database, without its internal ones. */
const TABLES = `SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name`;

const DAY = 86_400_000;
/** A number closer to the start of a transcript than this is a time. */
const NEAR_MS = 400 * DAY;
const NUMBERS = /(?<![\w.-])\d{13}(?![\w.])/g;
/** Random ids and tokens. */
const DRAWN = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;
const PORT = /(127\.0\.0\.1|localhost):\d+/g;
/** A digest is shown by its beginning. */
const DIGEST = /\b([0-9a-f]{8})[0-9a-f]{24,56}\b/g;
/** A result up to this length is on one line. */
const SHORT = 240;
const TOOK = /\b\d+(\.\d+)? ms\b/g;

const durationOf = (ms: number): string => {
  const sign = ms < 0 ? '-' : '+';
  const size = Math.abs(ms);
  return size % 1_000 === 0 ? `T${sign}${size / 1_000}s` : `T${sign}${size}ms`;
};

/**
 * Records the statements of a DataSource with their values, step by step, and the remaining rows. Random ids become
 * `#1`, `#2`, in the order of their first appearance; times become seconds since the beginning.
 *
 * @param start - the beginning, in epoch ms
 */
export class StatementTranscript {
  readonly #lines: string[] = [];
  readonly #names = new Map<string, string>();
  readonly #untap: () => void;
  #isPaused = true;

  constructor(
    protected readonly dataSource: DataSource,
    private readonly start: number,
  ) {
    this.#untap = tapStatements(dataSource, {
      before: async ({ sql, parameters }) => this.write(`  ${plainStatement(sql, parameters, this.#masked)}`),
    });
  }

  /** The statements and the end of one step. @returns the result of the action, or undefined if it failed */
  async step<T>(title: string, action: () => Promise<T> | T): Promise<T | undefined> {
    this.#isPaused = false;
    this.write(`\n${title}`);
    try {
      const result = await action();
      this.write(`= ${await this.resultOf(result)}`);
      return result;
    } catch (error) {
      this.write(`= throws ${String(error)}`);
      return undefined;
    } finally {
      this.catchUp();
      this.#isPaused = true;
    }
  }

  /** The current rows; if tables are named (without the prefix of the module), only theirs. */
  async rows(...only: string[]): Promise<void> {
    const tables: { name: string }[] = await this.dataSource.query(TABLES);
    const isShown = ({ name }: { name: string }): boolean =>
      only.length === 0 ? this.isShown(name) : only.includes(name.replace('tillbridge_', ''));
    for (const { name } of tables.filter(isShown)) {
      const rows: Record<string, unknown>[] = await this.dataSource.query(`SELECT * FROM "${name}"`);
      if (rows.length > 0) this.add(`\n${name.replace('tillbridge_', '')}`);
      for (const row of rows) this.add(`  ${this.#rowOf(row)}`);
    }
  }

  get text(): string {
    return this.#lines.join('\n').trim();
  }

  /** Ends the recording. */
  end(): void {
    this.#untap();
  }

  /** Adds a line between the statements of a step, such as an observation of the script. */
  write(line: string): void {
    if (this.#isPaused) return;
    this.catchUp();
    this.add(line);
  }

  /** Whether a table is shown if none is named. */
  protected isShown(_table: string): boolean {
    return true;
  }

  /** Adds events other than statements since the last line. */
  protected catchUp(): void {}

  protected async resultOf(result: unknown): Promise<string> {
    return this.#laidOut(result);
  }

  protected add(line: string): void {
    this.#lines.push(this.#masked(line));
  }

  protected textOf(value: unknown): string {
    return shortened(this.#masked(JSON.stringify(value) ?? 'nothing'));
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

  /** On one line, or one line per part if it is too long. */
  #laidOut(value: unknown, indent = '  '): string {
    const plain: unknown = JSON.parse(JSON.stringify(value) ?? 'null');
    const isShort = this.#masked(JSON.stringify(plain)).length <= SHORT;
    if (value === undefined || isShort || typeof plain !== 'object' || plain === null) return this.textOf(value);
    const parts = Object.entries(plain).map(([name, part]) => {
      const text = this.#laidOut(part, `${indent}  `);
      return `\n${indent}${Array.isArray(plain) ? '-' : `${name}:`} ${text}`;
    });
    return `${Array.isArray(plain) ? plain.length : ''}${parts.join('')}`;
  }

  #nameOf(drawn: string): string {
    const name = this.#names.get(drawn) ?? `#${this.#names.size + 1}`;
    this.#names.set(drawn, name);
    return name;
  }

  #timeOf(digits: string): string {
    const since = Number(digits) - this.start;
    return Math.abs(since) < NEAR_MS ? durationOf(since) : digits;
  }
}

/**
 * @param dataSource - on SQLite
 * @param start - the beginning, in epoch ms
 * @param script - the steps
 * @returns the recorded statements, for a snapshot
 */
export async function statementsIn(
  dataSource: DataSource,
  start: number,
  script: (transcript: StatementTranscript) => Promise<unknown>,
): Promise<string> {
  const transcript = new StatementTranscript(dataSource, start);
  try {
    await script(transcript);
  } finally {
    transcript.end();
  }
  return transcript.text;
}
