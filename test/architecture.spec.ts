import { describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ambientRules } from './architecture/ambient-rules.js';
import { builtRules } from './architecture/built-rules.js';
import { citationRules } from './architecture/citation-rules.js';
import { importRules } from './architecture/import-rules.js';
import { labelRules } from './architecture/label-rules.js';
import { layoutRules } from './architecture/layout-rules.js';
import { masterRules } from './architecture/master-rules.js';
import { nameRules } from './architecture/name-rules.js';
import { scenarioRules } from './architecture/scenario-rules.js';
import { shapeRules } from './architecture/shape-rules.js';
import { listFiles, readTree, treeOf, type Breach, type Rule, type SourceTree } from './architecture/source-tree.js';
import { textRules } from './architecture/text-rules.js';
import { phraseRules, wordRules } from './architecture/word-rules.js';

const root = process.cwd();
const place = ({ file, line }: Breach): string => `${file}:${line}`;
const describeBreach = (breach: Breach): string => `${place(breach)} ${breach.message}`;

const isTypeScript = (path: string): boolean => /\.tsx?$/.test(path);
const isText = (path: string): boolean => /(\.(tsx?|[cm]?js|json|md|css|html|svg|ya?ml)|rc)$/.test(path);

/** The repository without what .gitignore names plainly, and without the set-up of the machine that checks it. */
function repositoryFiles(): string[] {
  const ignored = readFileSync(join(root, '.gitignore'), 'utf8').split('\n');
  return listFiles(root, '.', new Set([...ignored.map((line) => line.replace(/\/$/, '')), '.git', '.ci', '.run']));
}

function checkRules(rules: readonly Rule[], read: () => SourceTree): void {
  it.each(rules)('$title', ({ check }) => {
    expect(check(read()).map(describeBreach)).toEqual([]);
  });

  it.each(rules)('would notice a breach of: $title', ({ check, sample, caught }) => {
    expect(check(treeOf(sample)).map(place)).toEqual(caught);
  });
}

describe('the house', () => {
  const tree = readTree(root, ['src', 'examples'].flatMap((folder) => listFiles(root, folder)).filter(isTypeScript));
  checkRules([...importRules, ...ambientRules, ...masterRules, ...shapeRules, ...nameRules, ...labelRules], () => tree);

  it('is not empty', () => {
    expect(tree.size).toBeGreaterThan(0);
  });
});

describe('the texts of the repository', () => {
  const texts = readTree(root, repositoryFiles().filter(isText));
  checkRules(
    [...textRules, ...builtRules, ...citationRules, ...scenarioRules, ...layoutRules, ...phraseRules, ...wordRules],
    () => texts,
  );
});
