import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import * as inspections from './inspections.mjs';

describe('the inspection of the packed package', () => {
  const files = ['dist/esm/index.js', 'dist/esm/shop/index.js', 'dist/cjs/index.js', 'dist/cjs/shop/index.js'];

  it('notices a path that package.json promises and the tarball lacks', () => {
    const manifest = { main: './dist/cjs/index.js', exports: { './cli': { import: './dist/esm/cli.js' } } };

    expect(inspections.missingPaths({ manifest, files })).toEqual([expect.stringContaining('dist/esm/cli.js')]);
  });

  it.each(['dist/esm/money.spec.js', 'src/index.ts', 'dist/modules/index.js', '.env'])(
    'notices the stray %s',
    (path) => {
      expect(inspections.strayFiles({ files: [...files, path] })).toEqual([expect.stringContaining(path)]);
    },
  );

  it('notices a file that only one copy has', () => {
    expect(inspections.unevenCopies({ files })).toEqual([]);
    expect(inspections.unevenCopies({ files: files.slice(1) })).toEqual([expect.stringContaining('index.js')]);
  });

  it('notices folders that came or went', () => {
    const complaints = inspections.changedFolders({ files, expectedFolders: ['sandbox'] });

    expect(complaints).toEqual([
      expect.stringContaining('dist/esm/shop is new'),
      expect.stringContaining('dist/esm/sandbox is gone'),
    ]);
  });

  describe('with a file that imports', () => {
    let folder: string;
    const file = 'index.js';

    beforeAll(() => {
      folder = mkdtempSync(join(tmpdir(), 'tillbridge-inspection-'));
      writeFileSync(
        join(folder, file),
        "import 'node:fs';\nimport './own.js';\nimport { of } from '@scope/box/deep';\n",
      );
    });
    afterAll(() => rmSync(folder, { recursive: true }));

    it('notices a package that is not declared', () => {
      const inspect = (peerDependencies: object) =>
        inspections.undeclaredPackages({ manifest: { peerDependencies }, files: [file], folder });

      expect(inspect({})).toEqual([expect.stringContaining('@scope/box')]);
      expect(inspect({ '@scope/box': '^1.0.0' })).toEqual([]);
    });

    it('notices a page that an error names and the tarball lacks', () => {
      const names = 'names.js';
      writeFileSync(join(folder, names), "export const page = 'docs/guide/effects.md#failed';\n");
      const inspect = (...pages: string[]) => inspections.missingPages({ files: [names, ...pages], folder });

      expect(inspect()).toEqual([expect.stringContaining('docs/guide/effects.md')]);
      expect(inspect('docs/guide/effects.md')).toEqual([]);
    });

    it('notices a source that is in two files of one copy', () => {
      const withMap = (path: string, sources: string[]): string => {
        mkdirSync(dirname(join(folder, path)), { recursive: true });
        writeFileSync(join(folder, path), JSON.stringify({ sources }));
        return path;
      };
      const files = [
        withMap('dist/esm/index.js.map', ['../../src/money.ts', '../../src/index.ts']),
        withMap('dist/esm/chunks/shop.js.map', ['../../../src/shop.ts']),
        withMap('dist/cjs/index.js.map', ['../../src/money.ts']),
      ];

      expect(inspections.sourcesTwice({ files, folder })).toEqual([]);
      files.push(withMap('dist/esm/sandbox/index.js.map', ['../../../src/money.ts']));
      expect(inspections.sourcesTwice({ files, folder })).toEqual([expect.stringContaining('src/money.ts')]);
      expect(inspections.sourcesTwice({ files: [], folder })).toEqual([expect.stringContaining('source map')]);
    });

    it('notices a dependency that nothing imports', () => {
      const manifest = { dependencies: { '@scope/box': '^1.0.0', ballast: '^1.0.0' } };

      expect(inspections.unusedDependencies({ manifest, files: [file], folder })).toEqual([
        expect.stringContaining('ballast'),
      ]);
    });
  });
});
