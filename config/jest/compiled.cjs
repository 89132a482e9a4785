/** TypeScript to JavaScript, kept on disk between runs: the loader reads the code, Jest the source map of a stack. */
const { createHash } = require('node:crypto');
const { mkdirSync, readFileSync, renameSync, statSync, writeFileSync } = require('node:fs');
const { join } = require('node:path');
const swc = require('@swc/core');

const FOLDER = join(__dirname, '../../node_modules/.cache/tillbridge-specs');

const OPTIONS = {
  swcrc: false,
  configFile: false,
  sourceMaps: true,
  module: { type: 'es6' },
  jsc: {
    target: 'es2022',
    keepClassNames: true,
    parser: { syntax: 'typescript', decorators: true, tsx: true },
    transform: {
      legacyDecorator: true,
      decoratorMetadata: true,
      useDefineForClassFields: false,
      react: { runtime: 'automatic', importSource: 'preact' },
    },
  },
};

const SETTINGS = `${swc.version} ${JSON.stringify(OPTIONS)}`;

/** Another worker may write the same file: whoever is last replaces it whole. */
function write(path, text) {
  const draft = `${path}.${process.pid}`;
  writeFileSync(draft, text);
  renameSync(draft, path);
}

function outputOf(path) {
  const { mtimeMs, size } = statSync(path);
  return join(FOLDER, createHash('sha1').update(`${SETTINGS} ${path} ${mtimeMs} ${size}`).digest('hex'));
}

/** Compiles a file unless it was before. */
function compiledCode(path) {
  const output = outputOf(path);
  try {
    return readFileSync(`${output}.js`, 'utf8');
  } catch {
    const { code, map } = swc.transformFileSync(path, { ...OPTIONS, filename: path });
    mkdirSync(FOLDER, { recursive: true });
    write(`${output}.map`, map);
    write(`${output}.js`, code);
    return code;
  }
}

/** Where the source map of a file is that was compiled. */
const mapPathOf = (path) => `${outputOf(path)}.map`;

module.exports = { compiledCode, mapPathOf };
