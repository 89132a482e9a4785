import type ts from 'typescript';
import type { Source } from './source.js';

function importsOf(source: Source): ts.ImportDeclaration[] {
  return source.syntax.statements.filter(source.compiler.isImportDeclaration);
}

const moduleOf = (declaration: ts.ImportDeclaration): string => declaration.moduleSpecifier.getText().slice(1, -1);

function namedOf(source: Source, declaration: ts.ImportDeclaration): readonly ts.ImportSpecifier[] {
  const bindings = declaration.importClause?.namedBindings;
  return bindings && source.compiler.isNamedImports(bindings) ? bindings.elements : [];
}

const isForTypes = (declaration: ts.ImportDeclaration): boolean => /^import\s+type\b/.test(declaration.getText());

/**
 * Which module a name of the file is imported from.
 *
 * @returns the module as it is written; undefined if no import has the name
 */
export function originOf(source: Source, name: string): string | undefined {
  const found = importsOf(source).find(
    (each) =>
      each.importClause?.name?.text === name || namedOf(source, each).some((specifier) => specifier.name.text === name),
  );
  return found && moduleOf(found);
}

/**
 * Adds imports of names: to an import of the same module, or as a new line after the last import. Does nothing for
 * imported names.
 */
export function addImport(source: Source, names: readonly string[], from: string): void {
  const missing = names.filter((name) => originOf(source, name) === undefined);
  if (missing.length === 0) return;
  const beside = importsOf(source).find(
    (each) => moduleOf(each) === from && !isForTypes(each) && namedOf(source, each).length > 0,
  );
  const last = beside && namedOf(source, beside).at(-1);
  if (last) return source.insert(last.getEnd(), missing.map((name) => `, ${name}`).join(''));
  const line = `import { ${missing.join(', ')} } from ${source.quote}${from}${source.quote}`;
  const above = importsOf(source).at(-1);
  if (!above) return source.insert(source.syntax.getStart(), `${line};\n\n`);
  source.insert(above.getEnd(), `\n${line}${above.getText().endsWith(';') ? ';' : ''}`);
}
