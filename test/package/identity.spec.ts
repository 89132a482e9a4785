import { beforeAll, describe, expect, it } from '@jest/globals';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const SCRIPT = join(process.cwd(), 'test', 'package', 'identity.mjs');

interface Identity {
  /** Entry points that were compared. */
  readonly entries: readonly string[];
  /** Names that several entry points export, and whether each of them gives the same object. */
  readonly shared: Readonly<Record<string, boolean>>;
  /** How many tables are declared, by whichever class. */
  readonly tables: number;
  /** Tables of which two classes are the entity: a DataSource knows one of them. */
  readonly tablesTwice: readonly string[];
  /** A stack trace of an error that the package throws. */
  readonly stack: string;
}

/** Jest's own module registry would hide what Node does; so Node loads the built package. */
describe.each(['import', 'require'])('the entry points of the package, by %s', (kind) => {
  let identity: Identity;

  beforeAll(async () => {
    const { stdout } = await run(process.execPath, ['--enable-source-maps', SCRIPT, kind]);
    identity = JSON.parse(stdout) as Identity;
  });

  it('are all compared', () => {
    expect(identity.entries).toEqual(
      expect.arrayContaining([
        'tillbridge',
        'tillbridge/database',
        'tillbridge/protocol',
        'tillbridge/sandbox',
        'tillbridge/dashboard',
        'tillbridge/testing',
      ]),
    );
  });

  it('give one object for one name', () => {
    expect(Object.keys(identity.shared).length).toBeGreaterThan(3);
    expect(Object.entries(identity.shared).filter(([, isOne]) => !isOne)).toEqual([]);
  });

  it('have one entity for each table', () => {
    expect(identity.tables).toBeGreaterThan(10);
    expect(identity.tablesTwice).toEqual([]);
  });

  it('throw errors whose stack leads to the sources', () => {
    expect(identity.stack).toMatch(/src\/protocol\/money\.ts:\d+/);
  });
});
