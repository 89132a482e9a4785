import { join, relative } from 'node:path';
import ts from 'typescript';
import { entryPoints } from '../../config/docs-pages.mjs';
import { readPage } from './pages.js';

/** What an entry point of the package gives out. */
export interface PublicName {
  name: string;
  /** What a shop imports it from: `tillbridge`, `tillbridge/protocol` … */
  entry: string;
  /** Where it is declared, as a path in the repository with a line: `src/protocol/money.ts:35`. */
  place: string;
  /** Whether a shop calls or constructs it. */
  isUsed: boolean;
  hasExample: boolean;
}

const entryOf = (path: string): string => path.replace(/^src/, 'tillbridge').replace(/\/index\.ts$/, '');

/** A program of the package's own files: what other packages export says nothing about what this one does, and is slow to read. */
function packageProgram(root: string, paths: readonly string[]): ts.Program {
  const options: ts.CompilerOptions = {
    target: ts.ScriptTarget.ES2023,
    module: ts.ModuleKind.NodeNext,
    jsx: ts.JsxEmit.ReactJSX,
    noLib: true,
    types: [],
  };
  const host = ts.createCompilerHost(options);
  host.resolveModuleNameLiterals = (literals, from) =>
    literals.map(({ text }) =>
      text.startsWith('.') ? ts.resolveModuleName(text, from, options, host) : { resolvedModule: undefined },
    );
  const files = paths.map((path) => join(root, path));
  return ts.createProgram(files, options, host);
}

const isExample = (tag: ts.JSDocTag): boolean => tag.tagName.text === 'example';

function isUsed(declaration: ts.Declaration, checker: ts.TypeChecker): boolean {
  if (ts.isClassDeclaration(declaration) || ts.isFunctionDeclaration(declaration)) return true;
  return ts.isVariableDeclaration(declaration) && checker.getTypeAtLocation(declaration).getCallSignatures().length > 0;
}

function describeExport(symbol: ts.Symbol, checker: ts.TypeChecker): Omit<PublicName, 'entry'>[] {
  const meant = symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
  return (meant.declarations ?? []).slice(0, 1).map((declaration) => {
    const file = declaration.getSourceFile();
    const { line } = file.getLineAndCharacterOfPosition(declaration.getStart());
    return {
      name: symbol.name,
      place: `${relative(process.cwd(), file.fileName)}:${line + 1}`,
      isUsed: isUsed(declaration, checker),
      hasExample: ts.getJSDocTags(declaration).some(isExample),
    };
  });
}

/** Every name that the entry points in package.json export, once for each entry point. */
export function publicNames(root: string): PublicName[] {
  const manifest = JSON.parse(readPage('package.json')) as { exports: Record<string, unknown> };
  const paths = entryPoints(manifest, root);
  const program = packageProgram(root, paths);
  const checker = program.getTypeChecker();
  return paths.flatMap((path) => {
    const file = program.getSourceFile(join(root, path));
    const symbol = file && checker.getSymbolAtLocation(file);
    const exported = symbol ? checker.getExportsOfModule(symbol) : [];
    return exported.flatMap((each) =>
      describeExport(each, checker).map((described) => ({ ...described, entry: entryOf(path) })),
    );
  });
}
