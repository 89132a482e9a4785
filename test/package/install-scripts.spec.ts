import { expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';

interface Lock {
  readonly packages: Readonly<Record<string, { readonly hasInstallScript?: boolean; readonly os?: readonly string[] }>>;
}

const read = (path: string): unknown => JSON.parse(readFileSync(path, 'utf8'));

it.each(['.', 'plugins/vendure'])('npm asks no one in %s whether a script of a package may run', (folder) => {
  const { packages } = read(`${folder}/package-lock.json`) as Lock;
  const { allowScripts } = read(`${folder}/package.json`) as { allowScripts: Readonly<Record<string, boolean>> };
  const names = Object.entries(packages)
    .filter(([path, { hasInstallScript, os }]) => path !== '' && hasInstallScript && (os?.includes('linux') ?? true))
    .map(([path]) => path.split('node_modules/').at(-1) ?? '');
  expect(names).toContain('better-sqlite3');
  expect(names.filter((name) => !(name in allowScripts))).toEqual([]);
});
