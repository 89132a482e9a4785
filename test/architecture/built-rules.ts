import { posix } from 'node:path';
import ts from 'typescript';
import { type Breach, type Rule, type SourceFile, type SourceTree } from './source-tree.js';

/** One name that a script takes from `dist`, which the compiler does not check. */
interface BuiltName {
  readonly target: string;
  readonly name: string;
  readonly line: number;
}

/** Also where the way up from a script that was moved ends below the root. */
const BUILT = /(?:^|\/)dist\/(esm|cjs|modules)\/(.+)\.js$/;

/** What the package is entered by; whatever else is in a copy is inside a bundle and has no file of its own. */
const ENTRY_POINT = /^(?:(?:[a-z]+\/)?index|cli\/main)$/;

const namesOf = (node: ts.ImportDeclaration | ts.ExportDeclaration): string[] => {
  const clause = ts.isImportDeclaration(node) ? node.importClause?.namedBindings : node.exportClause;
  if (!clause || !(ts.isNamedImports(clause) || ts.isNamedExports(clause))) return [];
  return clause.elements.map(({ name, propertyName }) => (propertyName ?? name).text);
};

function builtNamesOf({ path, syntax }: SourceFile): BuiltName[] {
  return syntax.statements.flatMap((node) => {
    if (!ts.isImportDeclaration(node) && !ts.isExportDeclaration(node)) return [];
    if (!node.moduleSpecifier || !ts.isStringLiteral(node.moduleSpecifier)) return [];
    const built = posix.join(posix.dirname(path), node.moduleSpecifier.text);
    const [, copy, name] = BUILT.exec(built) ?? [];
    if (name === undefined) return [];
    const isThere = built.startsWith('dist/') && (copy === 'modules' || ENTRY_POINT.test(name));
    const target = isThere ? `src/${name}.ts` : built;
    const line = syntax.getLineAndCharacterOfPosition(node.getStart()).line + 1;
    return ['', ...namesOf(node)].map((each) => ({ target, name: each, line }));
  });
}

/** Whether a file exports a name, by a declaration or in a list; a star may hide any. */
const exportsName = (text: string, name: string): boolean =>
  /^export \*/m.test(text) ||
  new RegExp(`^export [^;{]*\\b${name}\\b`, 'm').test(text) ||
  new RegExp(`^export (?:type )?\\{[^}]*\\b${name}\\b`, 'm').test(text);

function judge(tree: SourceTree, file: SourceFile, { target, name, line }: BuiltName): Breach[] {
  const source = tree.get(target) ?? tree.get(`${target}x`);
  if (!source) return name === '' ? [{ file: file.path, line, message: `nothing is built from ${target}` }] : [];
  if (name === '' || exportsName(source.text, name)) return [];
  return [{ file: file.path, line, message: `${target} exports no ${name}` }];
}

/** Rules about scripts that run the built package: the compiler does not read them. */
export const builtRules: readonly Rule[] = [
  {
    title: 'what scripts take from the build is in the source',
    check: (tree) =>
      [...tree.values()]
        .filter(({ path, text }) => path.endsWith('.mjs') && text.includes('dist/'))
        .flatMap((file) => builtNamesOf(file).flatMap((each) => judge(tree, file, each))),
    sample: {
      'src/index.ts': "export { Money } from './money.js';\nexport const now = 1;",
      'bench/a.bench.mjs':
        "import { Money, now } from '../dist/esm/index.js';\nimport { x } from '../dist/esm/gone.js';\nexport { Mony } from '../dist/cjs/index.js';",
      'test/shop/orders/main.mjs': "import { now } from '../../dist/esm/index.js';",
      'src/shop/money.ts': 'export const Money = 1;',
      'bench/b.bench.mjs':
        "import { Money } from '../dist/modules/shop/money.js';\nimport { Money as x } from '../dist/esm/shop/money.js';",
    },
    caught: ['bench/a.bench.mjs:2', 'bench/a.bench.mjs:3', 'test/shop/orders/main.mjs:1', 'bench/b.bench.mjs:2'],
  },
];
