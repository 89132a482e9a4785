import { setImmediate as nextTurn } from 'node:timers/promises';
import { DataSource, QueryResult, type DataSourceOptions, type QueryRunner } from 'typeorm';

/** What a statement comes to: rows, what the driver says besides them, or how it fails. */
export type PaperAnswer = readonly object[] | { readonly raw: unknown } | Error;

/** The next statement that contains `text`, or is like it, is answered so, as often as is said (default once). */
export interface Expected {
  readonly text: string | RegExp;
  readonly answer: PaperAnswer;
  readonly times?: number;
}

const isLike = (sql: string, text: string | RegExp): boolean =>
  typeof text === 'string' ? sql.includes(text) : text.test(sql);

/** An error as a driver throws it. */
export const failure = (code: string | number): Error =>
  Object.assign(new Error(`the server says ${code}`), typeof code === 'number' ? { errno: code } : { code });

/**
 * A server that stands on paper: TypeORM's own DataSource and query runners for it, every statement of which is answered as
 * was said before, or with no row. Each answer and each release comes a turn later, so that what is not waited for is out of turn.
 */
export class PaperServer {
  /** Is given a line for each connection that is taken or given back. */
  note: (line: string) => void = () => undefined;
  readonly dataSource: DataSource;
  private expected: { text: string | RegExp; answer: PaperAnswer; left: number }[] = [];
  private connections = 0;

  private constructor(options: DataSourceOptions) {
    this.dataSource = new DataSource(options);
    const noServer = async (): Promise<void> => undefined;
    Object.assign(this.dataSource.driver, { connect: noServer, afterConnect: noServer, disconnect: noServer });
    const create = this.dataSource.createQueryRunner.bind(this.dataSource);
    this.dataSource.createQueryRunner = (mode) => this.onPaper(create(mode), mode);
  }

  static async open(options: DataSourceOptions): Promise<PaperServer> {
    const server = new PaperServer(options);
    await server.dataSource.initialize();
    return server;
  }

  /** What comes next; the first that fits is taken. */
  expect(...expected: readonly Expected[]): void {
    this.expected = expected.map(({ text, answer, times = 1 }) => ({ text, answer, left: times }));
    this.connections = 0;
  }

  private onPaper(runner: QueryRunner, mode = 'default'): QueryRunner {
    this.connections += 1;
    const name = `connection ${this.connections}`;
    this.note(`  (${name}, ${mode})`);
    const query = async (sql: string, _parameters?: unknown, isStructured = false): Promise<unknown> => {
      await nextTurn();
      const answer = this.answerTo(sql);
      if (answer instanceof Error) throw answer;
      const raw = 'raw' in answer ? answer.raw : answer;
      if (!isStructured) return raw;
      const records = Array.isArray(raw) ? raw : [];
      return Object.assign(new QueryResult(), { raw, records, affected: records.length });
    };
    const release = async (): Promise<void> => {
      await nextTurn();
      Object.assign(runner, { isReleased: true });
      this.note(`  (${name} is given back)`);
    };
    return Object.assign(runner, { query, release, connect: nextTurn });
  }

  private answerTo(sql: string): PaperAnswer {
    const next = this.expected.find(({ text, left }) => left > 0 && isLike(sql, text));
    if (!next) return [];
    next.left -= 1;
    return next.answer;
  }
}
