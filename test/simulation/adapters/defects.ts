import { QueryResult, type DataSource } from 'typeorm';
import type { Invariant } from './journal.js';
import { KEY_OF_A_STRANGER } from './people.js';
import type { Replica } from './replica.js';
import type { Sabotage } from './stage.js';

/** The module with one thing wrong that no type and no unit test need see. */
export interface Defect {
  readonly name: string;
  readonly sabotage: Sabotage;
  /** One of these notices it. */
  readonly caughtBy: readonly Invariant[];
}

/** Which statements are never sent, though anyone who sends them is told that they were. */
type Swallowed = (sql: string, parameters: readonly unknown[]) => boolean;

function swallow(dataSource: DataSource, isSwallowed: Swallowed): void {
  const create = dataSource.createQueryRunner.bind(dataSource);
  const value: DataSource['createQueryRunner'] = (mode) => {
    const runner = create(mode);
    const query = runner.query.bind(runner);
    const swallowing = async (sql: string, parameters: unknown[] = [], isStructured = false): Promise<unknown> => {
      if (!isSwallowed(sql, parameters)) return Reflect.apply(query, runner, [sql, parameters, isStructured]);
      return isStructured ? Object.assign(new QueryResult(), { raw: [], affected: 1 }) : [];
    };
    return Object.assign(runner, { query: swallowing });
  };
  Object.defineProperty(dataSource, 'createQueryRunner', { value, configurable: true, writable: true });
}

const swallowing = (isSwallowed: Swallowed): Sabotage => ({
  harm: ({ dataSource }) => swallow(dataSource, isSwallowed),
});

const begins =
  (...texts: readonly string[]): Swallowed =>
  (sql) =>
    texts.some((text) => sql.startsWith(text));

/** Anyone who gets no answer to a refund asks once more. */
function askTwice({ caller }: Replica): void {
  const attempt = caller.attempt.bind(caller);
  const insisting: typeof attempt = async (group, request, context) => {
    const outcome = await attempt(group, request, context);
    if (request.operation !== 'refund' || outcome.kind === 'accepted') return outcome;
    return attempt(group, request, context);
  };
  Object.assign(caller, { attempt: insisting });
}

/** Every defect; the oracle must notice each. */
export const DEFECTS: readonly Defect[] = [
  {
    name: 'what is acknowledged is not stored',
    sabotage: swallowing(
      begins('INSERT INTO "tillbridge_notification"', 'INSERT OR IGNORE INTO "tillbridge_notification"'),
    ),
    caughtBy: ['S9'],
  },
  {
    name: 'effects are not queued',
    sabotage: swallowing(begins('INSERT INTO "tillbridge_outbox"')),
    caughtBy: ['L4'],
  },
  {
    name: 'the row of an effect is not written',
    sabotage: swallowing(begins('INSERT INTO "tillbridge_effect"')),
    caughtBy: ['S5', 'L1', 'L2'],
  },
  {
    name: 'transactions do not hold together',
    sabotage: swallowing(begins('BEGIN', 'COMMIT', 'ROLLBACK')),
    caughtBy: ['S5', 'X'],
  },
  {
    name: 'a refund is sent before it is written down',
    sabotage: swallowing(
      (sql, parameters) => sql.startsWith('UPDATE "tillbridge_refund"') && parameters.includes('sending'),
    ),
    caughtBy: ['S12'],
  },
  {
    name: 'the order is not marked when it changes',
    sabotage: swallowing((sql) => sql.startsWith('INSERT INTO "tillbridge_order"') && sql.includes('DO UPDATE')),
    caughtBy: ['L2', 'X'],
  },
  {
    name: 'a refund without an answer is sent again',
    sabotage: { harm: ({ replicas }) => replicas.forEach(askTwice) },
    caughtBy: ['S1', 'S3'],
  },
  { name: 'another key counts as well', sabotage: { apiKeys: [KEY_OF_A_STRANGER] }, caughtBy: ['S7'] },
];
