import type { Breach, Rule, SourceTree } from './source-tree.js';

const FAILURES = 'docs/evidence/scenarios.md';
const ROW = /^\| ([A-Z]\d+) \|.*\|([^|]*)\|$/;
const SPEC_LINK = /\]\((?:\.\.\/)+([^)]+\.spec\.tsx?)\)/g;
const NAMED = /['"`].*\bscenarios? ([A-Z]\d+(?:(?:, and |, | and )[A-Z]\d+)*)/;
const isComment = (line: string): boolean => /^\s*(\/\/|\/?\*)/.test(line);

/** The scenarios that a test file names in its titles: in a text, not in a remark. */
function namedIn(text: string): ReadonlySet<string> {
  const lines = text.split('\n').filter((line) => !isComment(line));
  return new Set(lines.flatMap((line) => NAMED.exec(line)?.[1]?.split(/, and |, | and /) ?? []));
}

function checkNames(tree: SourceTree): Breach[] {
  const page = tree.get(FAILURES)?.text ?? '';
  return page.split('\n').flatMap((line, index) => {
    const [, id, held] = ROW.exec(line) ?? [];
    const specs = [...(held ?? '').matchAll(SPEC_LINK)].map(([, path]) => path ?? '');
    if (!id || specs.length === 0 || specs.some((path) => namedIn(tree.get(path)?.text ?? '').has(id))) return [];
    return [
      { file: FAILURES, line: index + 1, message: `says that ${id} is held, but no title of those tests names it` },
    ];
  });
}

/** What the list of failures says is held by tests is named by one of them, so that it is found when it breaks. */
export const scenarioRules: readonly Rule[] = [
  {
    title: 'a scenario that is held by tests stands in the title of one',
    check: checkNames,
    sample: {
      'docs/evidence/scenarios.md': [
        '| A1 | a | b | [one](../test/one.spec.ts), [other](../test/other.spec.ts) |',
        '| A2 | a | b | [one](../test/one.spec.ts) |',
        '| A3 | a | b | [one](../test/one.spec.ts) |',
        '| A4 | a | b | comes later |',
        '| A5 | a | b | [gone](../test/gone.spec.ts) |',
      ].join('\n'),
      'test/one.spec.ts': [
        `describe('b (${'scenarios'} B7 and A2)', () => {`,
        `  // ${'scenario'} A3`,
        `  it('is', () => {});`,
      ].join('\n'),
      'test/other.spec.ts': `it("c (${'scenario'} A1)", () => {});`,
    },
    caught: ['docs/evidence/scenarios.md:3', 'docs/evidence/scenarios.md:5'],
  },
];
