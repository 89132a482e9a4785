import type { DataSource, DataSourceOptions, EntityManager } from 'typeorm';
import { Transactions } from '../../src/database/engine/index.js';
import { statementsIn, type StatementTranscript } from '../support/statement-transcript.js';
import { PaperServer, type Expected } from './paper-server.js';

/** The beginning of each script. */
export const NOON = Date.UTC(2026, 0, 15, 11);

/** What a server says when it is first asked how it commits. */
const AT_FIRST = [
  { text: 'default_transaction_isolation', answer: [{ level: 'read committed' }] },
  { text: '@@autocommit', answer: [{ value: '1' }] },
];

/** What a server that stands on paper is sent, step by step, and what it answers. */
export class PaperScript {
  readonly transactions: Transactions;

  constructor(
    private readonly server: PaperServer,
    private readonly written: StatementTranscript,
  ) {
    this.transactions = this.transactionsOf();
  }

  get dataSource(): DataSource {
    return this.server.dataSource;
  }

  /** @param answers - of the statements of this step */
  step<T>(title: string, action: () => Promise<T> | T, answers: readonly Expected[] = []): Promise<T | undefined> {
    this.server.expect(...answers);
    return this.written.step(title, action);
  }

  /** In a transaction. */
  committed<T>(title: string, work: (tx: EntityManager) => Promise<T>, answers?: readonly Expected[]) {
    return this.step(title, () => this.transactions.run(work), answers);
  }

  /** Outside of one. */
  read<T>(title: string, work: (em: EntityManager) => Promise<T>, answers?: readonly Expected[]) {
    return this.step(title, () => this.transactions.read(work), answers);
  }

  /** Transactions that know nothing of the server yet; retries and their pauses are written down. */
  transactionsOf(retries?: number): Transactions {
    return new Transactions(this.dataSource, {
      ...(retries === undefined ? {} : { retries }),
      onRetry: ({ reason, retry }) => this.write(`  ! ${reason}, retry ${retry}`),
      random: () => {
        // A pause is longer.
        setTimeout(() => this.write('  …'), 1);
        return 0;
      },
    });
  }

  /** A line of the script's own. */
  write(line: string): void {
    this.written.write(line);
  }

  /** They have asked how the server commits. */
  async known(): Promise<void> {
    this.server.expect(...AT_FIRST);
    await this.transactions.run(async () => undefined);
    await this.transactions.read(async () => undefined);
  }
}

async function written(server: PaperServer, script: (paper: PaperScript) => Promise<unknown>): Promise<string> {
  return statementsIn(server.dataSource, NOON, async (transcript) => {
    const paper = new PaperScript(server, transcript);
    await paper.known();
    server.note = (line) => transcript.write(line);
    await script(paper);
  });
}

interface PaperOptions {
  readonly type: 'postgres' | 'mysql' | 'mariadb';
  readonly entities: Function[];
  /** Others of the DataSource. */
  readonly [option: string]: unknown;
}

/**
 * @param options - of the DataSource, with its type
 * @returns what the server was sent, for a snapshot
 */
export async function paperTranscript(
  options: PaperOptions,
  script: (paper: PaperScript) => Promise<unknown>,
): Promise<string> {
  const server = await PaperServer.open({ database: 'shop', ...options } as DataSourceOptions);
  try {
    return await written(server, script);
  } finally {
    await server.dataSource.destroy();
  }
}
