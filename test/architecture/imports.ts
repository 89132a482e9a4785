import { posix } from 'node:path';
import ts from 'typescript';
import { lineOf, walk, type SourceFile, type SourceTree } from './source-tree.js';

/** One module name that a file mentions. */
export interface ImportUse {
  specifier: string;
  line: number;
}

const isRequireCall = (node: ts.CallExpression): boolean =>
  node.expression.kind === ts.SyntaxKind.ImportKeyword ||
  (ts.isIdentifier(node.expression) && node.expression.text === 'require');

/** The node that holds the module name of an import, re-export, `import()`, `require()` or `import('…').Type`. */
function specifierNode(node: ts.Node): ts.Node | undefined {
  if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return node.moduleSpecifier;
  if (ts.isExternalModuleReference(node)) return node.expression;
  if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) return node.argument.literal;
  return ts.isCallExpression(node) && isRequireCall(node) ? node.arguments[0] : undefined;
}

/** Lists the imports of a file, in order. */
export function importsOf(file: SourceFile): ImportUse[] {
  const uses: ImportUse[] = [];
  walk(file.syntax, (node) => {
    const name = specifierNode(node);
    if (name && ts.isStringLiteralLike(name)) uses.push({ specifier: name.text, line: lineOf(file, node) });
  });
  return uses;
}

/** True for `./x` and `../x`. */
export const isRelative = (specifier: string): boolean => /^\.{1,2}(\/|$)/.test(specifier);

/** Where a relative import leads, without its ending. */
export const targetOf = (from: string, specifier: string): string =>
  posix.join(posix.dirname(from), specifier).replace(/\.jsx?$/, '');

/** The file of the tree that a relative import names, if it is there. */
export function resolveImport(tree: SourceTree, from: string, specifier: string): string | undefined {
  if (!isRelative(specifier)) return undefined;
  const target = targetOf(from, specifier);
  return [`${target}.ts`, `${target}.tsx`].find((path) => tree.has(path));
}

/** The files of the tree that a file imports, with their lines. */
export function edgesOf(tree: SourceTree, path: string): { to: string; line: number }[] {
  const file = tree.get(path);
  if (!file) return [];
  return importsOf(file).flatMap((use) => {
    const to = resolveImport(tree, path, use.specifier);
    return to === undefined ? [] : [{ to, line: use.line }];
  });
}

/** The package part of a specifier: `@nestjs/common/pipes` → `@nestjs/common`, `node:fs/promises` → itself. */
export function packageOf(specifier: string): string {
  if (specifier.startsWith('node:')) return specifier;
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
}
