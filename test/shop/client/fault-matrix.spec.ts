import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findLeaks } from '../../support/secret-walk.js';
import { Calls, CREATE, groupAt, RawServer } from './calls-fixture.js';
import { CELLS, type Expectation, type PlacedCell } from './fault-matrix.cells.js';
import { outcomesPage, tablesOf, type Observed } from './fault-matrix.page.js';
import { MatrixRunner, type CellResult } from './fault-matrix.runner.js';

const PAGE = join(process.cwd(), 'docs/reference/outcomes.md');

type Played = PlacedCell & { readonly cell: Expectation; readonly result: CellResult };

const possible = CELLS.filter((each): each is PlacedCell & { cell: Expectation } => !('impossible' in each.cell));
const titleOf = ({ operation, kind, stage }: PlacedCell): string => `${operation}: ${kind} at ${stage}`;
const observed = ({ result }: Played): Observed => ({ kind: result.outcome.kind, isDone: result.timesDone > 0 });

describe('what a call comes to when something goes wrong (scenario N2)', () => {
  let runner: MatrixRunner;
  let played: Played[];

  beforeAll(async () => {
    runner = await MatrixRunner.start();
    const isWaiting = ({ kind }: PlacedCell): boolean => kind === 'black hole';
    // What ends by a time limit comes by itself: the bustle of the others must not use up its time.
    played = [await playAll(isWaiting), await playAll((each) => !isWaiting(each))].flat();
  });

  afterAll(() => runner.close());

  const playAll = (isWanted: (each: PlacedCell) => boolean): Promise<Played[]> =>
    Promise.all(possible.filter(isWanted).map(async (each) => ({ ...each, result: await runner.play(each) })));

  const titlesWhere = (isWrong: (each: Played) => boolean): string[] => played.filter(isWrong).map(titleOf);

  it('is of the right class in every cell', () => {
    const seen = played.map((each) => [titleOf(each), observed(each), each.result.outcome.phase]);
    const due = played.map((each) => [titleOf(each), each.cell, each.result.outcome.phase]);
    expect(seen).toEqual(due);
  });

  it('was tried in every cell: no fault missed its call', () => {
    expect(titlesWhere(({ result }) => !result.hasStruck)).toEqual([]);
    expect(played).toHaveLength(106);
  });

  it('is never said to be undone, or done, when the ledger of the service says otherwise', () => {
    const claims = { accepted: 1, rejected: 0, 'not-sent': 0, unknown: null };
    const isFalse = ({ operation, result }: Played): boolean => {
      const claim = operation === 'GET' ? null : claims[result.outcome.kind];
      return claim !== null && claim !== result.timesDone;
    };
    expect(titlesWhere(isFalse)).toEqual([]);
  });

  it('says the same in its error, and of a read never that something may have been done', () => {
    const isWrong = ({ operation, result: { outcome } }: Played): boolean => {
      if (outcome.kind === 'accepted') return false;
      const isUnsure = outcome.kind === 'unknown' && operation !== 'GET';
      return outcome.error.execution !== (isUnsure ? 'unknown' : 'not-executed');
    };
    expect(titlesWhere(isWrong)).toEqual([]);
  });

  it('is never tried again by the client itself: one connection, one request, one refund', () => {
    expect(titlesWhere(({ result: { connections, requests } }) => connections > 1 || requests > 1)).toEqual([]);
    expect(titlesWhere(({ result: { delivered, timesDone } }) => delivered > 1 || timesDone > delivered)).toEqual([]);
  });

  it('is unknown as well when the request was still being written', async () => {
    const server = await RawServer.start((socket) => void socket.resetAndDestroy());
    const calls = new Calls();
    try {
      // More than the buffers on the way can hold, so that the rest is still here when the connection breaks.
      const large = { ...CREATE, body: { order_id: 'A-1', items: 'x'.repeat(32 * 1024 * 1024) } };
      const outcome = await calls.caller.attempt(groupAt(`http://127.0.0.1:${server.port}`), large);
      expect(outcome).toMatchObject({ kind: 'unknown', phase: 'request', error: { execution: 'unknown' } });
      expect(findLeaks(outcome)).toEqual([]);
    } finally {
      server.close();
      await calls.close();
    }
  });

  it('shows the key in no cell, wherever one looks (scenario O1)', () => {
    expect(
      played.flatMap((each) => findLeaks(each.result.outcome).map((leak) => ({ ...leak, at: titleOf(each) }))),
    ).toEqual([]);
  });

  it('is the table of docs/reference/outcomes.md; TILLBRIDGE_WRITE_OUTCOMES=1 writes it anew', () => {
    const found = new Map(played.map((each) => [titleOf(each), observed(each)]));
    const tables = tablesOf((cell) => found.get(titleOf(cell)));
    process.stdout.write(`${tables}\n`);
    const page = outcomesPage(tables);
    if (process.env['TILLBRIDGE_WRITE_OUTCOMES'] === '1') writeFileSync(PAGE, page);
    expect(readFileSync(PAGE, 'utf8')).toBe(page);
  });
});
