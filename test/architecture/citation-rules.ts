import type { Breach, Rule, SourceFile, SourceTree } from './source-tree.js';

/** Written like this so that this file cites nothing itself. */
const SIGN = '\u00a7';

/** Pages that are cited by section, by the word before the sign. */
const PAGES: ReadonlyMap<string, string> = new Map([
  ['spec', 'docs/internals/specification.md'],
  ['protocol', 'docs/internals/protocol.md'],
  ['design', 'docs/internals/design.md'],
]);
const FAILURES = 'docs/evidence/scenarios.md';
const PROMISES = 'docs/evidence/promises.md';

/** A place that someone is sent to: a page, and the number of a heading or the first cell of a row in it. */
interface Citation {
  readonly text: string;
  readonly page: string | undefined;
  readonly id: string;
}

const citesSources = (path: string): boolean =>
  /^(src|test|examples|docs|bench|compat)\/|^[A-Z]+\.md$/.test(path) && path !== 'CHANGELOG.md';

/** The page that a bare sign means: a page means itself, and the conformance suite goes through the specification. */
function homeOf(path: string): string | undefined {
  if (path.startsWith('test/conformance/')) return PAGES.get('spec');
  return [...PAGES.values()].find((page) => page === path);
}

/** In `spec 1.1, 3; protocol 4.2` (with signs) the word before one holds for those that follow it in the list. */
function sectionsIn(line: string, home: string | undefined): Citation[] {
  let page: string | undefined;
  let end = -1;
  return [...line.matchAll(new RegExp(`(?:(\\w+) )?${SIGN}(\\d+(?:\\.\\w+)*)`, 'g'))].map((match) => {
    const [whole, word = '', id = ''] = match;
    const at = match.index + whole.indexOf(SIGN);
    const continues = end >= 0 && /^(?:,|,? and|,? or|;) $/.test(line.slice(end, at));
    page = PAGES.get(word.toLowerCase()) ?? (continues ? page : home);
    end = match.index + whole.length;
    return { text: whole, page, id };
  });
}

/** A word, and a list of ids. */
function listed(line: string, words: RegExp, page: string): Citation[] {
  return [...line.matchAll(words)].flatMap(([text, ids = '']) =>
    ids.split(/, and |, | and /).map((id) => ({ text, page, id })),
  );
}

const SCENARIOS = /\b[Ss]cenarios? (fact \d|[A-Z]\d+(?:(?:, and |, | and )[A-Z]\d+)*)/g;
const PROMISED = /\b[Pp]romises? (\d+(?:(?:, and |, | and )\d+)*)/g;
const DECISIONS = /\b[Dd]ecisions?[/ ](\d{3})\b/g;

/** The numbers of a page's headings and the first cells of its rows. */
function idsOf(page: SourceFile | undefined): ReadonlySet<string> {
  const found = (page?.text ?? '').matchAll(/^(?:#+ (\d[\w.]*?)\.? |\| (?:\*\*)?([\w. ]+?)(?:\*\*)? \|)/gm);
  return new Set([...found].map(([, heading, cell]) => heading ?? cell ?? ''));
}

/** Pages are read once for all citations. */
class Library {
  private readonly known = new Map<string, ReadonlySet<string>>();

  constructor(private readonly tree: SourceTree) {}

  has({ page, id }: Citation): boolean {
    if (page === undefined) return false;
    const ids = this.known.get(page) ?? idsOf(this.tree.get(page));
    this.known.set(page, ids);
    return ids.has(id);
  }

  hasDecision(id: string): boolean {
    return [...this.tree.keys()].some((path) => path.startsWith(`docs/internals/decisions/${id}-`));
  }
}

function unfounded(line: string, path: string, library: Library): string[] {
  const places = [
    ...sectionsIn(line, homeOf(path)),
    ...listed(line, SCENARIOS, FAILURES),
    ...listed(line, PROMISED, PROMISES),
  ].filter((citation) => !library.has(citation));
  const decisions = [...line.matchAll(DECISIONS)].filter(([, id = '']) => !library.hasDecision(id));
  return [
    ...places.map(({ text, page, id }) => `cites ${text}: no ${id} in ${page ?? 'any page of docs/'}`),
    ...decisions.map(([text]) => `cites ${text}: no such decision`),
  ];
}

function checkCitations(tree: SourceTree): Breach[] {
  const library = new Library(tree);
  return [...tree.values()]
    .filter(({ path }) => citesSources(path))
    .flatMap(({ path, text }) =>
      text
        .split('\n')
        .flatMap((line, index) =>
          unfounded(line, path, library).map((message) => ({ file: path, line: index + 1, message })),
        ),
    );
}

/** How a heading is named in an address: in small letters, without punctuation, with hyphens for spaces. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replace(/ /g, '-');

function anchorsOf({ text }: SourceFile): ReadonlySet<string> {
  return new Set([...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => anchorOf(heading)));
}

/** The path of what a page links to. */
const resolvePath = (from: string, link: string): string =>
  link === '' ? from : new URL(link, `file:///${from}`).pathname.slice(1);

function checkAnchors(tree: SourceTree): Breach[] {
  return [...tree.values()]
    .filter(({ path }) => path.endsWith('.md'))
    .flatMap(({ path, text }) =>
      text.split('\n').flatMap((line, index) =>
        [...line.matchAll(/\]\(([^)\s:#]*)#([^)\s]+)\)/g)]
          .filter(([, link = '', anchor = '']) => {
            const page = tree.get(resolvePath(path, link));
            return page !== undefined && !anchorsOf(page).has(anchor);
          })
          .map(([, link = '', anchor = '']) => ({
            file: path,
            line: index + 1,
            message: `links to ${link}#${anchor}, which is no heading`,
          })),
      ),
    );
}

/** Rules about what readers are sent to. */
export const citationRules: readonly Rule[] = [
  {
    title: 'every citation leads to a heading or a row in docs/',
    check: checkCitations,
    sample: {
      'docs/internals/specification.md': `## 1. One\n| **1.1** | a |\n### 2.5 Two\nsee ${SIGN}1.1 and ${SIGN}9`,
      'docs/evidence/scenarios.md': '| W1 | a |\n| fact 2 | b |',
      'docs/evidence/promises.md': '| 3 | a |',
      'docs/internals/decisions/001-a.md': '',
      'src/shop/a.ts': [
        `// spec ${SIGN}1.1, ${SIGN}2.5 and ${SIGN}1; Spec ${SIGN}1, 1006`,
        `// spec ${SIGN}1, ${SIGN}7`,
        `// reliability ${SIGN}1 says more than ${SIGN}1`,
        `// design ${SIGN}1`,
        `// ${'scenarios'} W1, W9; ${'scenario'} fact 2`,
        `// ${'promise'} 3 but not ${'promise'} 4`,
        `// ${'decisions'}/001-a.md but not ${'decision'} 002`,
      ].join('\n'),
    },
    caught: [
      'docs/internals/specification.md:4',
      'src/shop/a.ts:2',
      'src/shop/a.ts:3',
      'src/shop/a.ts:3',
      'src/shop/a.ts:4',
      'src/shop/a.ts:5',
      'src/shop/a.ts:6',
      'src/shop/a.ts:7',
    ],
  },
  {
    title: 'a link to a heading leads to one',
    check: checkAnchors,
    sample: {
      'docs/a.md': '# A page: `one`, two\n[here](#a-page-one-two) [there](../b.md#yes) [nowhere](../b.md#no)',
      'b.md': '## Yes',
    },
    caught: ['docs/a.md:2'],
  },
];
