import ts from 'typescript';
import { isSource, isSpec, lineOf, type Breach, type Rule, type SourceFile } from './source-tree.js';

const MAX_LINES = 250;

/** `order-status.ts`, `order.parser.ts`, `1700000000000-first-payment.ts`, `payment-page.view.spec.tsx`. */
const FILE_NAME = /^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z]+(-[a-z]+)*){0,2}\.tsx?$/;

/** Lines of a text; a line break at its end begins no further line. */
export const lineCount = (text: string): number => text.replace(/\n$/, '').split('\n').length;

const hasModifier = (node: ts.Node, kind: ts.SyntaxKind): boolean =>
  ts.canHaveModifiers(node) && (ts.getModifiers(node) ?? []).some((modifier) => modifier.kind === kind);

const isDocumented = (node: ts.Node): boolean =>
  ts
    .getJSDocCommentsAndTags(node)
    .some((part) => ts.isJSDoc(part) && (ts.getTextOfJSDocComment(part.comment) ?? '').length > 0);

/** The names that one top-level statement declares. */
function namesOf(statement: ts.Statement): string[] {
  if (ts.isVariableStatement(statement)) {
    return statement.declarationList.declarations.map((each) => each.name.getText(statement.getSourceFile()));
  }
  const { name } = statement as ts.DeclarationStatement;
  return [name ? name.text : 'default'];
}

const isDeclaration = (node: ts.Statement): boolean =>
  ts.isFunctionDeclaration(node) ||
  ts.isClassDeclaration(node) ||
  ts.isInterfaceDeclaration(node) ||
  ts.isTypeAliasDeclaration(node) ||
  ts.isEnumDeclaration(node) ||
  ts.isModuleDeclaration(node) ||
  ts.isVariableStatement(node);

/** Names given away by `export { a, b as c }` without a module name. */
function exportedLater(file: SourceFile): Set<string> {
  const clauses = file.syntax.statements.flatMap((each) =>
    ts.isExportDeclaration(each) && !each.moduleSpecifier && each.exportClause && ts.isNamedExports(each.exportClause)
      ? [...each.exportClause.elements]
      : [],
  );
  return new Set(clauses.map((each) => (each.propertyName ?? each.name).text));
}

/** One exported name of a file. */
export interface ExportedName {
  readonly name: string;
  readonly isDocumented: boolean;
  /** Where it is declared first. */
  readonly line: number;
}

/** Every name that a file declares and exports. Overloads and merged declarations count as one: a comment on any of them is enough. */
export function exportsOf(file: SourceFile): ExportedName[] {
  const later = exportedLater(file);
  const found = new Map<string, ExportedName>();
  for (const statement of file.syntax.statements.filter(isDeclaration)) {
    for (const name of namesOf(statement)) {
      if (!hasModifier(statement, ts.SyntaxKind.ExportKeyword) && !later.has(name)) continue;
      const before = found.get(name);
      const line = before?.line ?? lineOf(file, statement);
      found.set(name, { name, line, isDocumented: before?.isDocumented === true || isDocumented(statement) });
    }
  }
  return [...found.values()];
}

const undocumentedExports = (file: SourceFile): Breach[] =>
  exportsOf(file)
    .filter((each) => !each.isDocumented)
    .map(({ name, line }) => ({ file: file.path, line, message: `${name} is exported without TSDoc` }));

/** Rules about the size, names and documentation of files. */
export const shapeRules: readonly Rule[] = [
  {
    title: 'files are named kebab-case.kind',
    check: (tree) =>
      [...tree.keys()]
        .filter((path) => !FILE_NAME.test(path.slice(path.lastIndexOf('/') + 1)))
        .map((file) => ({ file, line: 1, message: 'is not named kebab-case.kind.ts' })),
    sample: {
      'src/shop/orderLedger.ts': '',
      'src/shop/order_ledger.ts': '',
      'src/shop/orders.service.spec.ts': '',
      'src/database/migrations/1700000000000-first-payment.ts': '',
    },
    caught: ['src/shop/orderLedger.ts:1', 'src/shop/order_ledger.ts:1'],
  },
  {
    title: `no file is longer than ${MAX_LINES} lines`,
    check: (tree) =>
      [...tree.values()]
        .filter(({ text }) => lineCount(text) > MAX_LINES)
        .map(({ path, text }) => ({ file: path, line: MAX_LINES + 1, message: `has ${lineCount(text)} lines` })),
    sample: { 'src/shop/a.ts': '//\n'.repeat(251), 'src/shop/b.ts': '//\n'.repeat(250) },
    caught: ['src/shop/a.ts:251'],
  },
  {
    title: 'every exported declaration has TSDoc',
    check: (tree) =>
      [...tree.values()].filter(({ path }) => isSource(path) && !isSpec(path)).flatMap(undocumentedExports),
    sample: {
      'src/shop/a.ts': [
        'export const one = 1;',
        '/** Two. */\nexport const two = 2;',
        '// not TSDoc\nexport class Three {}',
        'interface Four {}\nfunction five() {}\nexport { Four };',
        '/** Six, one way. */\nexport function six(a: 1): void;\nexport function six(a: 2): void;',
        '/** */\nexport type Seven = 7;',
        "export * from './b.js';",
      ].join('\n'),
    },
    caught: ['src/shop/a.ts:1', 'src/shop/a.ts:5', 'src/shop/a.ts:6', 'src/shop/a.ts:13'],
  },
];
