import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { loadConfig } from '../../src/cli/shop/config-file.js';
import { scratchFolder } from '../support/scratch-folder.mjs';

describe('the configuration of the command line', () => {
  let top: string;
  const at = (path: string): string => join(top, path);
  const hasRun = (path: string): boolean => existsSync(at(`${path}.has-run`));

  beforeEach(() => {
    top = mkdtempSync(join(scratchFolder(), 'tillbridge-config-'));
    mkdirSync(at('shop/src/deep'), { recursive: true });
  });
  afterEach(() => rmSync(top, { recursive: true, force: true }));

  /** A configuration that tells that it was run. */
  function plant(path: string): void {
    const note = `import { writeFileSync } from 'node:fs';\nwriteFileSync(${JSON.stringify(at(`${path}.has-run`))}, '');\n`;
    writeFileSync(at(path), `${note}export default { module: () => class {} };\n`);
  }
  const project = (folder: string): void => writeFileSync(at(`${folder}/package.json`), '{}');

  it.each(['shop', 'shop/src', 'shop/src/deep'])('is found from %s in the folder of package.json', async (folder) => {
    project('shop');
    plant('shop/tillbridge.config.mjs');
    expect(await loadConfig(undefined, at(folder))).toMatchObject({ file: at('shop/tillbridge.config.mjs') });
  });

  it('is found between here and package.json', async () => {
    project('shop');
    plant('shop/tillbridge.config.mjs');
    plant('shop/src/tillbridge.config.mjs');
    expect(await loadConfig(undefined, at('shop/src/deep'))).toMatchObject({
      file: at('shop/src/tillbridge.config.mjs'),
    });
    expect(hasRun('shop/tillbridge.config.mjs')).toBe(false);
  });

  it.each(['shop', 'shop/src/deep'])('of a folder above package.json is never run from %s', async (folder) => {
    project('shop');
    plant('tillbridge.config.mjs');
    await expect(loadConfig(undefined, at(folder))).rejects.toMatchObject({ code: 'CONFIG_MISSING' });
    expect(hasRun('tillbridge.config.mjs')).toBe(false);
  });

  it('stands in this very folder where there is no package.json at all', async () => {
    plant('shop/tillbridge.config.mjs');
    await expect(loadConfig(undefined, at('shop/src'))).rejects.toMatchObject({ code: 'CONFIG_MISSING' });
    expect(hasRun('shop/tillbridge.config.mjs')).toBe(false);
    expect(await loadConfig(undefined, at('shop'))).toMatchObject({ file: at('shop/tillbridge.config.mjs') });
  });

  it('may stand anywhere when it is named', async () => {
    project('shop');
    plant('tillbridge.config.mjs');
    expect(await loadConfig('../tillbridge.config.mjs', at('shop'))).toMatchObject({
      file: at('tillbridge.config.mjs'),
    });
  });
});
