/**
 * The TypeScript of the host's project. Only its syntax trees are used, which are the same from 5.0 to 6, so this
 * package needs no compiler of its own.
 */
export type Compiler = typeof import('typescript');

/**
 * Whether the loaded module can make syntax trees; a TypeScript without its JavaScript interface cannot.
 *
 * @param loaded - the result of `require('typescript')`
 */
export function isCompiler(loaded: unknown): loaded is Compiler {
  return typeof loaded === 'object' && loaded !== null && 'createSourceFile' in loaded && 'transpileModule' in loaded;
}
