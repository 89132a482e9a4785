import { beforeAll, describe, expect, it } from '@jest/globals';
import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isLongRun } from '../support/long-run.js';

const site = join(process.cwd(), '.site/dist');

/** Builds the site as `npm run docs` does. @returns how it ended, and what it said */
const build = (): Promise<{ failed: boolean; output: string }> =>
  new Promise((resolve) => {
    execFile(process.execPath, ['config/build-docs.mjs'], { maxBuffer: 2 ** 26 }, (error, stdout, stderr) =>
      resolve({ failed: error !== null, output: stdout + stderr }),
    );
  });

// The reference and all pages are built, which takes a minute and a half; links between pages are judged before each merge.
const describeInFull = isLongRun ? describe : describe.skip;

describeInFull('the site of the documentation', () => {
  let built: Awaited<ReturnType<typeof build>>;

  beforeAll(async () => {
    built = await build();
  }, 600_000);

  it('is built, and no link or anchor of it leads nowhere', () => {
    expect(built).toEqual({ failed: false, output: expect.stringContaining(' 0 of them dead') });
  });

  it('has the home page, the guide, and a reference of what the package exports', () => {
    const pages = [
      'index',
      'guide/first-payment',
      'errors',
      'reference/api/index',
      'reference/api/tillbridge/classes/Payments',
    ];
    expect(pages.filter((page) => !existsSync(join(site, `${page}.html`)))).toEqual([]);
    expect(readFileSync(join(site, 'guide/refunds.html'), 'utf8')).toContain('The key is the refund');
  });
});
