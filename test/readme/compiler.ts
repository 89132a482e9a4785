import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import ts from 'typescript';
import type { Block } from './markdown.js';

/** A block and the page it stands on; `project` is the page whose named files it imports, when that is another one. */
export interface Snippet extends Block {
  page: string;
  project?: string;
}

/** Options of the repository itself, so that `tillbridge` means `src`. */
function compilerOptions(root: string): ts.CompilerOptions {
  const { config } = ts.readConfigFile(join(root, 'tsconfig.json'), ts.sys.readFile) as { config: object };
  return { ...ts.parseJsonConfigFileContent({ ...config, files: [] }, ts.sys, root).options, noEmit: true };
}

/** JavaScript is judged as strictly as TypeScript. */
const extensionOf = ({ language }: Snippet): string => (language === 'js' ? 'ts' : language);

/** Gives every snippet a place in an imagined shop inside the repository: named ones keep their names, for those of their page to see. */
function placeSnippets(root: string, snippets: readonly Snippet[]): Map<string, Snippet> {
  return new Map(
    snippets.map((snippet, index) => [
      join(
        root,
        'test',
        'readme',
        'imagined',
        snippet.project ?? snippet.page,
        snippet.name ?? `${index}.${extensionOf(snippet)}`,
      ),
      snippet,
    ]),
  );
}

/** Every folder on the way to a file; the compiler asks for them before it asks for the file. */
function foldersAbove(path: string): string[] {
  const folder = dirname(path);
  return folder === path ? [] : [folder, ...foldersAbove(folder)];
}

/** A host that finds the snippets in memory and everything else on disk. */
function hostFor(options: ts.CompilerOptions, texts: ReadonlyMap<string, Snippet>): ts.CompilerHost {
  const host = ts.createCompilerHost(options);
  const onDisk = { read: host.readFile.bind(host), exists: host.fileExists.bind(host) };
  const folders = new Set([...texts.keys()].flatMap(foldersAbove));
  host.readFile = (path) => texts.get(path)?.text ?? onDisk.read(path);
  host.fileExists = (path) => texts.has(path) || onDisk.exists(path);
  host.directoryExists = (path) => folders.has(path) || ts.sys.directoryExists(path);
  return host;
}

function describeDiagnostic(diagnostic: ts.Diagnostic, texts: ReadonlyMap<string, Snippet>): string[] {
  const snippet = diagnostic.file && texts.get(diagnostic.file.fileName);
  if (!diagnostic.file || !snippet) return [];
  const { line } = diagnostic.file.getLineAndCharacterOfPosition(diagnostic.start ?? 0);
  return [`${snippet.page}:${snippet.line + line} ${ts.flattenDiagnosticMessageText(diagnostic.messageText, '\n')}`];
}

/** What a host has built is not there. */
const IS_OF_THE_HOST = /Cannot find module '\.\/dist\//;

/** What a test runner gives to every test by itself, in a fresh Nest project of either kind. */
const RUNNER: Snippet = {
  page: 'runner',
  language: 'ts',
  name: 'globals.ts',
  line: 1,
  text: `declare global {
${['beforeAll', 'afterAll', 'it', 'expect'].map((name) => `  var ${name}: typeof import('@jest/globals').${name};`).join('\n')}
}
export {};`,
};

/** Type-checks snippets against the package's source. Returns one text for each fault, with its place on the page. */
export function checkSnippets(root: string, snippets: readonly Snippet[]): string[] {
  const options = compilerOptions(root);
  const texts = placeSnippets(root, [...snippets, RUNNER]);
  const program = ts.createProgram([...texts.keys()], options, hostFor(options, texts));
  const faults = [...texts.keys()].flatMap((path) => {
    const file = program.getSourceFile(path);
    return [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)];
  });
  return faults.flatMap((fault) => describeDiagnostic(fault, texts)).filter((fault) => !IS_OF_THE_HOST.test(fault));
}

/** The property names of an interface. */
export function optionNames(path: string, name: string): string[] {
  const file = ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.ES2023, true);
  return file.statements
    .filter((each) => ts.isInterfaceDeclaration(each) || ts.isClassDeclaration(each))
    .filter((declaration) => declaration.name?.text === name)
    .flatMap((declaration) => [...declaration.members].map((member) => member.name?.getText(file) ?? ''));
}
