import { describe, expect, it } from '@jest/globals';
import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deadLinks } from '../../config/docs-links.mjs';
import { anchorsOf, slugOf } from '../../config/docs-markdown.mjs';
import { docsPages, entryPoints, ROOT_PAGES, sectionsOf, toSitePage } from '../../config/docs-pages.mjs';
import { labelCells, transitionsOf } from '../../config/docs-rendering.mjs';
import { blocksOf } from '../readme/markdown.js';
import { deadLinksOf, PAGES, readPage } from './pages.js';

const pages = docsPages('docs');
const listed = sectionsOf(pages).flatMap((section) => section.pages.map(([, page]) => page));

describe('the sidebar of the site', () => {
  it('has every page of docs/ once; only the home page is not in it', () => {
    expect([...listed].filter((page) => pages.includes(page)).sort()).toEqual(
      pages.filter((page) => page !== 'index.md'),
    );
    expect(new Set(listed).size).toBe(listed.length);
  });

  it('gives every section a page', () => {
    for (const { text, pages: places } of sectionsOf(pages)) expect([text, places.length]).not.toEqual([text, 0]);
  });
});

describe('the reference', () => {
  it('is made of every entry point that the package has', () => {
    const manifest = JSON.parse(readPage('package.json')) as { exports: Record<string, unknown> };

    const points = entryPoints(manifest, process.cwd());
    expect(points).toEqual(expect.arrayContaining(['src/index.ts', 'src/protocol/index.ts', 'src/sandbox/index.ts']));
    expect(points.filter((point) => !point.endsWith('/index.ts'))).toEqual([]);
  });
});

describe('links', () => {
  const places = {
    exists: (path: string) => ['docs/a.md', 'docs/guide/b.md', 'src/x.ts'].includes(path),
    anchors: () => new Set(['there']),
  };

  it('are dead when the file, or the heading in it, is not there', () => {
    const text =
      '[1](guide/b.md#there) [2](guide/b.md#gone)\n[3](gone.md) [4](#there) [5](#gone) [6](https://a.example/x)\n`[7](gone.md)`';

    expect(deadLinksOf('docs/a.md', text, places)).toEqual([
      'docs/a.md:1 guide/b.md#gone',
      'docs/a.md:2 gone.md',
      'docs/a.md:2 #gone',
    ]);
  });

  it('are not looked for in code', () => {
    expect(deadLinksOf('docs/a.md', '```ts\nlist[0](gone);\n```\n', places)).toEqual([]);
  });

  it('lead, on the site, to pages; files of the repository are named, or linked where it can be read', () => {
    const text = '[merge `x`](../src/x.ts), [b](guide/b.md#h), [c](../CONTRIBUTING.md), [d](#e), `[f](../src/x.ts)`';
    const page = { path: 'docs/a.md', place: 'a.md' };

    expect(toSitePage(text, page)).toBe(
      `<span class="source" title="src/x.ts">merge \`x\`</span>, [b](./guide/b.md#h), [c](./${ROOT_PAGES['CONTRIBUTING.md']}), [d](#e), \`[f](../src/x.ts)\``,
    );
    expect(toSitePage('[a](../src/x.ts)', { ...page, source: 'https://code.example/main/' })).toBe(
      '[a](https://code.example/main/src/x.ts)',
    );
  });

  it.each([
    ['10.5 The SQLite gate', '105-the-sqlite-gate'],
    ['`PaymentError`, and its kinds', 'paymenterror-and-its-kinds'],
    ['1034', '1034'],
    ["The service's books", 'the-services-books'],
  ])('to the heading "%s" end in #%s, here and on GitHub', (heading, anchor) => {
    expect(slugOf(heading.replaceAll('`', ''))).toBe(anchor);
    expect([...anchorsOf(`# ${heading}\n\n## ${heading}\n`)]).toEqual([anchor, `${anchor}-1`]);
  });
});

describe('what the site shows in its own way', () => {
  it('is every diagram of its pages, as a table of what leads where', () => {
    const diagrams = PAGES.filter((page) => page.startsWith('docs/')).flatMap((page) =>
      blocksOf(readPage(page), 'mermaid'),
    );

    expect(diagrams.length).toBeGreaterThan(0);
    for (const { text } of diagrams) {
      const arrows = text.split('\n').filter((line) => line.includes('-->'));
      expect(transitionsOf(text)).toHaveLength(arrows.length);
    }
    expect(transitionsOf('stateDiagram-v2\n    [*] --> queued: asked for, reserved\n')).toEqual([
      { from: '[*]', to: 'queued', when: 'asked for, reserved' },
    ]);
  });

  it('are the cells of wide tables, each with the title of its column', () => {
    const titled: string[] = [];
    const token = (type: string, content = '') => ({
      type,
      content,
      attrSet: (name: string, value: string) => void titled.push(`${name}=${value}`),
    });
    const table = (titles: string[]) => [
      token('table_open'),
      token('tr_open'),
      ...titles.flatMap((title) => [token('th_open'), token('inline', title)]),
      token('tr_open'),
      ...titles.map(() => token('td_open')),
    ];

    labelCells({ tokens: [...table(['Option', 'Type', 'Meaning']), ...table(['Word', 'Meaning'])] });
    expect(titled).toEqual(['data-title=Option', 'data-title=Type', 'data-title=Meaning']);
  });
});

describe('a built site', () => {
  it('is looked through for links that lead nowhere', () => {
    const site = mkdtempSync(join(tmpdir(), 'site-'));
    try {
      mkdirSync(join(site, 'guide'));
      writeFileSync(join(site, 'guide', 'b.html'), '<h1 id="there">b</h1><a href="../index.html">up</a>');
      const links = [
        '/base/guide/b',
        '/base/guide/b.html#there',
        '/base/guide/b#gone',
        '/base/gone',
        '/guide/b',
        '#gone',
      ];
      writeFileSync(join(site, 'index.html'), links.map((link) => `<a class="x" href="${link}">x</a>`).join(''));

      const dead = deadLinks(site, '/base/');
      expect(dead.map(({ link }) => link)).toEqual(['/base/guide/b#gone', '/base/gone', '/guide/b', '#gone']);
      expect([dead.pages, dead.links]).toEqual([2, 7]);
    } finally {
      rmSync(site, { recursive: true });
    }
  });
});
