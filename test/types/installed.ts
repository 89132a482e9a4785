import { dirname, join } from 'node:path';
import ts from 'typescript';
import { OPTIONS, type ShopFiles } from './consumer.js';

/** A host in which the package and all that it needs are installed beside the shop's files, which are in memory. */
function hostOf(root: string, folder: string, texts: ReadonlyMap<string, string>): ts.CompilerHost {
  const host = ts.createCompilerHost(OPTIONS);
  const [packages, own] = [join(folder, 'node_modules/'), join(folder, 'node_modules/tillbridge/')];
  const placeOf = (path: string): string => {
    // What the package needs is installed beside it.
    if (path.startsWith(join(own, 'node_modules'))) return join(folder, 'nowhere');
    if (path.startsWith(own)) return join(root, path.slice(own.length));
    return path.startsWith(packages) ? join(root, 'node_modules', path.slice(packages.length)) : path;
  };
  const isFolder = (path: string) => ts.sys.directoryExists(placeOf(`${path}/`).replace(/\/$/, ''));
  return {
    ...host,
    readFile: (path) => texts.get(path) ?? ts.sys.readFile(placeOf(path)),
    fileExists: (path) => texts.has(path) || ts.sys.fileExists(placeOf(path)),
    directoryExists: (path) => path === folder || isFolder(path),
    realpath: (path) => path,
    getSourceFile: (path, version) => {
      const text = texts.get(path) ?? ts.sys.readFile(placeOf(path));
      return text === undefined ? undefined : ts.createSourceFile(path, text, version, true);
    },
  };
}

/**
 * Writes the declarations of files of a shop that has the package in its `node_modules`.
 *
 * @returns the errors as text, with their lines
 */
export function errorsOfDeclarations(root: string, files: ShopFiles): string[] {
  const folder = join(dirname(root), 'shop-in-memory');
  const texts = new Map(Object.entries(files).map(([name, text]) => [join(folder, name), text]));
  texts.set(join(folder, 'package.json'), '{ "name": "shop", "type": "module" }');
  const paths = [...texts.keys()].filter((path) => path.endsWith('.ts'));
  const options = { ...OPTIONS, declaration: true, types: [] };
  const program = ts.createProgram(paths, options, hostOf(root, folder, texts));
  return paths.flatMap((path) => {
    const file = program.getSourceFile(path);
    return [...program.getSemanticDiagnostics(file), ...program.getDeclarationDiagnostics(file)].map(
      ({ start = 0, messageText }) => {
        const line = (file?.getLineAndCharacterOfPosition(start).line ?? 0) + 1;
        return `${line} ${ts.flattenDiagnosticMessageText(messageText, ' ')}`;
      },
    );
  });
}
