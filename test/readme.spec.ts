import { beforeAll, describe, expect, it } from '@jest/globals';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { checkSnippets, optionNames } from './readme/compiler.js';
import { blocksOf, linksOf, scriptsOf } from './readme/markdown.js';

const root = process.cwd();
const PAGES = [
  'README.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  'docs/configuration.md',
  'docs/design.md',
  'docs/failures.md',
  'docs/errors.md',
  'docs/glossary.md',
  'docs/operating.md',
  'docs/operations.md',
  'docs/outcomes.md',
  'docs/promises.md',
  'docs/protocol.md',
  'docs/specification.md',
  'examples/shop/README.md',
];
const read = (page: string): string => readFileSync(join(root, page), 'utf8');

/** A page that asks for what the package does not have. */
const WRONG = { page: 'x.md', name: undefined, line: 3, text: "import { nothing } from 'tillbridge';\nnothing();" };

describe('the snippets of the documentation', () => {
  const blocks = PAGES.flatMap((page) => blocksOf(read(page), 'ts').map((block) => ({ ...block, page })));
  let faults: string[];

  /** Reading the package and the frameworks is most of the work, so the wrong page is compiled with the others. */
  beforeAll(() => {
    faults = checkSnippets(root, [...blocks, WRONG]);
  }, 120_000);

  it('compile against the package as it is', () => {
    expect(blocks.length).toBeGreaterThan(0);
    expect(faults.filter((fault) => !fault.startsWith('x.md'))).toEqual([]);
  });

  it('would be refused if they used something that is not there', () => {
    expect(faults.filter((fault) => fault.startsWith('x.md'))).toEqual([expect.stringContaining('x.md:3')]);
  });
});

describe.each(PAGES)('%s', (page) => {
  it('links only to files that are there', () => {
    const missing = linksOf(read(page)).filter((link) => !existsSync(join(root, dirname(page), link)));

    expect(missing).toEqual([]);
  });

  it('names only scripts that package.json has', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };

    expect(scriptsOf(read(page)).filter((name) => !(name in scripts))).toEqual([]);
  });
});

describe('the configuration page', () => {
  it.each([
    'src/shop/tillbridge.options.ts:TillbridgeOptions',
    'src/shop/tillbridge.options.ts:TerminalGroupOptions',
    'src/shop/tillbridge.options.ts:TillbridgeExtras',
    'src/shop/tillbridge.options.retention.ts:RetentionOptions',
    'src/shop/tillbridge.options.return-page.ts:ReturnPageOptions',
    'src/sandbox/sandbox.options.ts:SandboxOptions',
    'src/sandbox/sandbox.options.ts:SandboxTerminalGroup',
    'src/sandbox/standalone.ts:StandaloneSandboxOptions',
  ])('explains every option of %s', (place) => {
    const [file = '', name = ''] = place.split(':');
    const names = optionNames(join(root, file), name);
    const page = read('docs/configuration.md');

    expect(names.length).toBeGreaterThan(0);
    expect(names.filter((option) => !page.includes(`\n| \`${option}\``))).toEqual([]);
  });
});
