/** Whether a file with a defect would compile: what the compiler refuses is no defect that could reach a shop. */
import { dirname, join } from 'node:path';
import ts from 'typescript';

/** As in tsconfig.json; what is imported, and used no more, is no error there either. */
function optionsOf(root) {
  const path = join(root, 'tsconfig.json');
  const { config } = ts.readConfigFile(path, ts.sys.readFile);
  return ts.convertCompilerOptionsFromJson(config.compilerOptions, dirname(path)).options;
}

/**
 * @param root - the tree
 * @param files - those that are asked about
 * @returns {(file: string, text: string) => boolean} asks about one of them with another text
 */
export function compilerOf(root, files) {
  const options = optionsOf(root);
  const changed = new Map();
  let version = 0;
  const textOf = (path) => changed.get(path)?.text ?? ts.sys.readFile(path);
  const service = ts.createLanguageService({
    getCompilationSettings: () => options,
    getCurrentDirectory: () => root,
    getDefaultLibFileName: ts.getDefaultLibFilePath,
    getScriptFileNames: () => files.map((file) => join(root, file)),
    getScriptVersion: (path) => String(changed.get(path)?.version ?? 0),
    getScriptSnapshot: (path) => {
      const text = textOf(path);
      return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text);
    },
    fileExists: ts.sys.fileExists,
    readFile: ts.sys.readFile,
    directoryExists: ts.sys.directoryExists,
    getDirectories: ts.sys.getDirectories,
  });
  return (file, text) => {
    const path = join(root, file);
    version += 1;
    changed.set(path, { text, version });
    const faults = [...service.getSyntacticDiagnostics(path), ...service.getSemanticDiagnostics(path)];
    changed.set(path, { text: ts.sys.readFile(path), version: version + 0.5 });
    return faults.length === 0;
  };
}
