import { dirname, join } from 'node:path';
import ts from 'typescript';
import { optionNames, type Snippet } from '../readme/compiler.js';
import type { Example } from './examples.js';
import { readPage } from './pages.js';
import type { PublicName } from './public-names.js';
import type { Surroundings } from './surroundings.js';

/** Where the table of {@link Surroundings} stands. */
const SURROUNDINGS = { file: 'test/docs/surroundings.ts', name: 'Surroundings' };

/** Names that an example may speak of without importing them, each with the import that brings it. */
type Scope = ReadonlyMap<string, string>;

const parse = (name: string, text: string): ts.SourceFile =>
  ts.createSourceFile(name, text, ts.ScriptTarget.ES2023, true);

/** Rows of the table of surroundings. */
export const surroundings = (): (keyof Surroundings)[] =>
  optionNames(SURROUNDINGS.file, SURROUNDINGS.name) as (keyof Surroundings)[];

/** Every identifier of a text. */
function identifiersOf(file: ts.SourceFile): Set<string> {
  const names = new Set<string>();
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node)) names.add(node.text);
    ts.forEachChild(node, visit);
  };
  visit(file);
  return names;
}

/** Identifiers of an example. */
export const namesIn = (example: Example): Set<string> => identifiersOf(parse('example.ts', example.text));

const from = (clause: string, module: string): string => `import ${clause} from ${JSON.stringify(module)};`;

/** Where a specifier of a file leads, told so that it leads there from anywhere. */
const anywhere = (root: string, path: string, specifier: string): string =>
  specifier.startsWith('.') ? join(root, dirname(path), specifier) : specifier;

function importedBy(statement: ts.ImportDeclaration, module: string): [string, string][] {
  const { name, namedBindings } = statement.importClause ?? {};
  const byDefault: [string, string][] = name ? [[name.text, from(name.text, module)]] : [];
  if (!namedBindings) return byDefault;
  if (ts.isNamespaceImport(namedBindings))
    return [[namedBindings.name.text, from(`* as ${namedBindings.name.text}`, module)]];
  const named = namedBindings.elements.map((each): [string, string] => {
    const clause = each.propertyName ? `${each.propertyName.text} as ${each.name.text}` : each.name.text;
    return [each.name.text, from(`{ ${clause} }`, module)];
  });
  return [...byDefault, ...named];
}

const isExported = (node: ts.Statement): boolean =>
  ts.isExportAssignment(node) ||
  (ts.canHaveModifiers(node) &&
    (ts.getModifiers(node)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) ?? false));

/** Names that a statement declares. */
function declaredBy(statement: ts.Statement): string[] {
  if (ts.isVariableStatement(statement))
    return statement.declarationList.declarations
      .map(({ name }) => name)
      .filter(ts.isIdentifier)
      .map(({ text }) => text);
  const { name } = statement as Partial<ts.NamedDeclaration>;
  return name && ts.isIdentifier(name) ? [name.text] : [];
}

/** What an example of a helper of the package sees: what its file exports and imports. */
function scopeOfFile(root: string, path: string): Scope {
  const file = parse(path, readPage(path));
  const itself = join(root, path.replace(/\.tsx?$/, '.js'));
  return new Map(
    file.statements.flatMap((statement): [string, string][] => {
      if (ts.isImportDeclaration(statement) && ts.isStringLiteral(statement.moduleSpecifier))
        return importedBy(statement, anywhere(root, path, statement.moduleSpecifier.text));
      return isExported(statement) ? declaredBy(statement).map((name) => [name, from(`{ ${name} }`, itself)]) : [];
    }),
  );
}

/** What an example of a public export sees: what the package gives out, of its own entry point first. */
const scopeOfPublic = (names: readonly PublicName[], entry: string): Scope =>
  new Map(
    [...names.filter((each) => each.entry !== entry), ...names.filter((each) => each.entry === entry)].map(
      ({ name, entry: module }) => [name, from(`{ ${name} }`, module)],
    ),
  );

/** Stands in a function, as it would in a shop: it may wait, return, and use the surroundings that it speaks of. */
function inFunction(root: string, example: Example, imports: readonly ts.ImportDeclaration[], scope: Scope): string {
  const mentioned = namesIn(example);
  const known = imports.length > 0 ? [] : [...scope].filter(([name]) => mentioned.has(name));
  const taken = new Set(known.map(([name]) => name));
  const around = surroundings().filter((name) => mentioned.has(name) && !taken.has(name));
  const table = from(`type { ${SURROUNDINGS.name} }`, join(root, SURROUNDINGS.file.replace(/\.ts$/, '.js')));
  const head = [...known.map(([, line]) => line), table].join(' ');
  const end = imports.at(-1)?.end ?? 0;
  const opening = ` (({ ${around.join(', ')} }: ${SURROUNDINGS.name}) => async () => {`;
  return `${head}${example.text.slice(0, end)}${opening}${example.text.slice(end)}\n});`;
}

/** Makes programs of examples, each on the lines that it has in its file. */
export function toSnippets(root: string, examples: readonly Example[], names: readonly PublicName[]): Snippet[] {
  return examples.map((example): Snippet => {
    const { statements } = parse('example.ts', example.text);
    const imports = statements.filter(ts.isImportDeclaration);
    const isModule = statements.some((each) => isExported(each) || ts.isModuleDeclaration(each));
    const given = names.find(({ name, place }) => name === example.of && place.startsWith(`${example.path}:`));
    const scope = given ? scopeOfPublic(names, given.entry) : scopeOfFile(root, example.path);
    const text = isModule ? example.text : inFunction(root, example, imports, scope);
    return { page: example.path, language: 'ts', name: undefined, line: example.line, text };
  });
}
