import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';

const root = process.cwd();

/** Spec files that have a snapshot for each database server. */
const specsOfServers = ['src', 'test'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.spec.ts.snap'))
    .filter((path) =>
      /^exports\[`.*\((?:mariadb|mysql|postgres)\)/m.test(readFileSync(join(root, folder, path), 'utf8')),
    )
    .map((path) => join(folder, path.replace('__snapshots__/', '').replace(/\.snap$/, ''))),
);

it('specs with a snapshot for each server pass where SQLite is alone, as in the command of the README', async () => {
  expect(specsOfServers).toContain('test/database/schema.spec.ts');
  const { NODE_OPTIONS: _, ...env } = process.env;
  const run = ['test/run.mjs', '--maxWorkers=1', '--ci', ...specsOfServers];
  const { code, text } = await new Promise<{ code: unknown; text: string }>((resolve) => {
    execFile(process.execPath, run, { env: { ...env, TILLBRIDGE_TEST_ENGINES: 'sqlite' } }, (error, out, err) =>
      resolve({ code: error?.code ?? 0, text: out + err }),
    );
  });
  expect(text).toContain('Ran all test suites');
  expect(text).not.toContain('obsolete');
  expect(code).toBe(0);
}, 300_000);
