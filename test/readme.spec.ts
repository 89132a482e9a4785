import { beforeAll, describe, expect, it } from '@jest/globals';
import { join } from 'node:path';
import { parse } from 'yaml';
import { PAGES, deadLinksOf, readPage, wrongCommands } from './docs/pages.js';
import { refundRuleBounds } from './support/rule-bounds.js';
import { checkSnippets, optionNames } from './readme/compiler.js';
import { fencesOf, scriptsOf } from './readme/markdown.js';
import { readRefundCsv } from '../src/shop/refunds/batches/refund-csv.js';

const root = process.cwd();
const COMPILED = new Set(['ts', 'tsx', 'js']);
/** The guide to testing adds a test to the shop of the README. */
const PROJECT_OF: Readonly<Record<string, string>> = { 'docs/guide/testing.md': 'README.md' };
const blocks = PAGES.flatMap((page) =>
  fencesOf(readPage(page)).map((block) => ({ ...block, page, project: block.name && PROJECT_OF[page] })),
);
const inLanguage = (language: string) => blocks.filter((block) => block.language === language);

/** A page that asks for what the package does not have. */
const NOTHING = "import { nothing } from 'tillbridge';\nnothing();";
const WRONG = { page: 'x.md', language: 'ts', name: undefined, line: 3, text: NOTHING };

describe('the code of the documentation', () => {
  let faults: string[];

  /** Reading the package and the frameworks is most of the work, so the wrong page is compiled with the others. */
  beforeAll(() => {
    faults = checkSnippets(root, [...blocks.filter(({ language }) => COMPILED.has(language)), WRONG]);
  }, 120_000);

  it('compiles against the package as it is', () => {
    expect(inLanguage('ts').length).toBeGreaterThan(0);
    expect(faults.filter((fault) => !fault.startsWith('x.md'))).toEqual([]);
  });

  it('would be refused if it used something that is not there', () => {
    expect(faults.filter((fault) => fault.startsWith('x.md'))).toEqual([expect.stringContaining('x.md:3')]);
  });

  it('is in languages that someone checks; the rest is a diagram, or says that it is mere text', () => {
    const known = new Set([...COMPILED, 'json', 'yaml', 'sh', 'csv', 'sql', 'mermaid', 'text', '']);
    const others = blocks.filter(({ language }) => !known.has(language));

    expect(others.map(({ page, line, language }) => `${page}:${line} ${language}`)).toEqual([]);
  });

  it('is JSON, YAML, or a batch of refunds, where it says so', async () => {
    const batches = inLanguage('csv').map(async (block) => ({ ...block, ...(await readRefundCsv(block.text)) }));
    const unread = (await Promise.all(batches)).filter(({ faults }) => faults.length > 0);

    for (const { text } of inLanguage('json')) expect(() => JSON.parse(text) as unknown).not.toThrow();
    for (const { text } of inLanguage('yaml')) expect(() => parse(text) as unknown).not.toThrow();
    expect(unread.map(({ page, line }) => `${page}:${line}`)).toEqual([]);
  });

  it('names only commands, flags, scripts and packages that there are', () => {
    const wrong = inLanguage('sh').flatMap((block) => wrongCommands(block).map((fault) => `${block.page} ${fault}`));

    expect(inLanguage('sh').length).toBeGreaterThan(0);
    expect(wrong).toEqual([]);
    expect(
      wrongCommands({ line: 1, text: 'npm run nothing\nnpx tillbridge fly --far\nrm -r x\nnpm i better-sqlite3' }),
    ).toEqual([
      'line 1: there is no script "nothing"',
      'line 2: tillbridge has no command "fly"',
      'line 2: tillbridge fly has no --far',
      'line 3: no one knows the program rm',
      'line 4: better-sqlite3 needs a version',
    ]);
  });
});

describe.each(PAGES)('%s', (page) => {
  it('links only to files and headings that are there', () => {
    expect(deadLinksOf(page, readPage(page))).toEqual([]);
  });

  it('names only scripts that package.json has', () => {
    const { scripts } = JSON.parse(readPage('package.json')) as { scripts: Record<string, string> };

    expect(scriptsOf(readPage(page)).filter((name) => !(name in scripts))).toEqual([]);
  });
});

describe('the pages of options', () => {
  it.each([
    'src/shop/core/options/tillbridge.options.ts:TillbridgeOptions',
    'src/shop/core/options/terminal-group.options.ts:TerminalGroupOptions',
    'src/shop/core/options/tillbridge.options.ts:TillbridgeExtras',
    'src/shop/core/options/retention.options.ts:RetentionOptions',
    'src/shop/core/options/return-page.options.ts:ReturnPageOptions',
    'src/sandbox/core/options/sandbox.options.ts:SandboxOptions',
    'src/sandbox/core/options/sandbox.options.ts:SandboxTerminalGroup',
    'src/sandbox/standalone.ts:StandaloneSandboxOptions',
  ])('explains every option of %s', (place) => {
    const [file = '', name = ''] = place.split(':');
    const names = optionNames(join(root, file), name);
    const page = readPage(file.startsWith('src/sandbox/') ? 'docs/reference/sandbox.md' : 'docs/configuration.md');

    expect(names.length).toBeGreaterThan(0);
    expect(names.filter((option) => !page.includes(`\n| \`${option}\``))).toEqual([]);
  });

  it('names the bounds and the default of every rule of refunds, as they are in the code', () => {
    const rows = readPage('docs/reference/refund-rules.md').split('\n');
    const grouped = (value: number | readonly number[]) =>
      String(value)
        .replaceAll(',', '; ')
        .replaceAll(/\B(?=(\d{3})+(;|$))/g, ' ');

    for (const { rule, min, max, byDefault } of refundRuleBounds()) {
      const row = rows.find((line) => line.startsWith(`| \`${rule}\` |`)) ?? '';
      expect(row).toContain(`${grouped(min)} to ${grouped(max)} | ${grouped(byDefault)} |`);
    }
  });
});
