import { existsSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

/** Files of an imagined shop, by name. A line that must not compile ends in the code of its error: `// TS2345`. */
export type ShopFiles = Readonly<Record<string, string>>;

/** Those of a shop's compiler. */
export const OPTIONS: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2023,
  module: ts.ModuleKind.NodeNext,
  strict: true,
  noEmit: true,
  skipLibCheck: true,
  esModuleInterop: true,
  experimentalDecorators: true,
  emitDecoratorMetadata: true,
  types: ['node'],
};

const EXPECTED = /\/\/ (TS\d+)$/;

/** The errors that the files announce, as `file:line TS2345`. */
export function announcedErrors(files: ShopFiles): string[] {
  return Object.entries(files).flatMap(([name, text]) =>
    text.split('\n').flatMap((line, index) => {
      const code = EXPECTED.exec(line)?.[1];
      return code === undefined ? [] : [`${name}:${index + 1} ${code}`];
    }),
  );
}

/**
 * Compiles the files against the built package, as a shop does that has it installed: by its own name, through `exports`.
 *
 * @param options - of the shop's compiler, beside the usual ones
 * @returns the errors as `file:line TS2345`, in the order of the files
 */
export function compileAsShop(root: string, files: ShopFiles, options: ts.CompilerOptions = {}): string[] {
  if (!existsSync(join(root, 'dist/esm/index.d.ts'))) throw new Error('The package is not built: npm run build.');
  const folder = join(root, 'test', 'types');
  const texts = new Map(Object.entries(files).map(([name, text]) => [join(folder, name), text]));
  const program = ts.createProgram([...texts.keys()], { ...OPTIONS, ...options }, hostFor(texts));
  return [...texts.keys()].flatMap((path) => {
    const file = program.getSourceFile(path);
    const errors = [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)];
    return errors.map(({ code, start = 0 }) => {
      const line = (file?.getLineAndCharacterOfPosition(start).line ?? 0) + 1;
      return `${path.slice(folder.length + 1)}:${line} TS${code}`;
    });
  });
}

/** Errors in the declarations of the package itself, which a shop sees that does not skip their check. */
export function declarationErrors(root: string, files: ShopFiles, options: ts.CompilerOptions): string[] {
  const folder = join(root, 'test', 'types');
  const texts = new Map(Object.entries(files).map(([name, text]) => [join(folder, name), text]));
  const program = ts.createProgram([...texts.keys()], { ...OPTIONS, ...options, skipLibCheck: false }, hostFor(texts));
  const own = program.getSourceFiles().filter(({ fileName }) => fileName.startsWith(join(root, 'dist')));
  return own.flatMap((file) =>
    program.getSemanticDiagnostics(file).map(({ code }) => `${file.fileName.slice(root.length + 1)} TS${code}`),
  );
}

/**
 * What an editor shows of calls, such as `orders.find` of a terminal group: the signature, and the tags of its
 * description.
 */
export function shownOfGroup(root: string, calls: readonly string[]): string[] {
  const path = join(root, 'test', 'types', 'editor.ts');
  const head = `import type { GroupPayments } from 'tillbridge';\ndeclare const group: GroupPayments;\n`;
  const text = head + calls.map((call) => `group.${call};\n`).join('');
  const program = ts.createProgram([path], OPTIONS, hostFor(new Map([[path, text]])));
  const checker = program.getTypeChecker();
  const flags = ts.TypeFormatFlags.NoTruncation | ts.TypeFormatFlags.UseAliasDefinedOutsideCurrentScope;
  return (program.getSourceFile(path)?.statements ?? []).flatMap((line) => {
    if (!ts.isExpressionStatement(line) || !ts.isPropertyAccessExpression(line.expression)) return [];
    const symbol = checker.getSymbolAtLocation(line.expression.name);
    const tags = symbol?.getJsDocTags(checker).map(({ name }) => ` @${name}`);
    const type = checker.typeToString(checker.getTypeAtLocation(line.expression), undefined, flags);
    const isDescribed = (symbol?.getDocumentationComment(checker).length ?? 0) > 0;
    return [isDescribed ? type.replaceAll(' | undefined', '') + tags?.join('') : `${type} without a description`];
  });
}

/** What was read from disk: the programs of a spec read the same thousand files. */
const onDiskFiles = new Map<string, ts.SourceFile | undefined>();

/** A host that finds the shop's files in memory and everything else on disk. */
function hostFor(texts: ReadonlyMap<string, string>): ts.CompilerHost {
  const host = ts.createCompilerHost(OPTIONS);
  const onDisk = { read: host.readFile.bind(host), exists: host.fileExists.bind(host), source: host.getSourceFile };
  host.readFile = (path) => texts.get(path) ?? onDisk.read(path);
  host.fileExists = (path) => texts.has(path) || onDisk.exists(path);
  host.getSourceFile = (path, ...rest) => {
    const text = texts.get(path);
    if (text !== undefined) return ts.createSourceFile(path, text, rest[0], true);
    if (!onDiskFiles.has(path)) onDiskFiles.set(path, onDisk.source(path, ...rest));
    return onDiskFiles.get(path);
  };
  return host;
}
