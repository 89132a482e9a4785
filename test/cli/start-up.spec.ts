import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { COMMANDS } from '../../src/cli/commands.js';
import { canaryKey } from '../support/canary.js';
import { tillbridge } from './support/program.js';

let folder: string;
beforeAll(() => void (folder = mkdtempSync(join(tmpdir(), 'tillbridge-start-'))));
afterAll(() => rmSync(folder, { recursive: true }));

interface Coverage {
  readonly result: readonly { readonly url: string }[];
}

/** The packages of which a call loads a file: Node itself lists every script that it has compiled. */
async function packagesOf(args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<string[]> {
  const lists = mkdtempSync(join(folder, 'call-'));
  const { err } = await tillbridge(args, { env: { ...env, NODE_V8_COVERAGE: lists }, input: '{}' });
  expect(err).toBe('');
  const scripts = readdirSync(lists).flatMap((file) => {
    const { result } = JSON.parse(readFileSync(join(lists, file), 'utf8')) as Coverage;
    return result.map(({ url }) => url);
  });
  expect(scripts.some((url) => url.endsWith('/cli/main.js'))).toBe(true);
  return [...new Set(scripts.flatMap((url) => /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url)?.[1] ?? []))];
}

describe('a call loads nothing but commander', () => {
  it.each([['--help'], ['help'], ['--version']])('%s', async (...args) => {
    expect(await packagesOf(args)).toEqual(['commander']);
  });

  it.each(COMMANDS.map(({ name }) => name))('%s --help', async (name) => {
    expect(await packagesOf([name, '--help'])).toEqual(['commander']);
  });

  it.each([
    ['verify', ['verify', '--body', '-', '--auth', 'none']],
    ['sign', ['sign', '--body', '-']],
    ['error', ['error', '1034']],
    ['completion', ['completion', 'fish']],
  ])('%s, which needs no shop', async (_, args) => {
    expect(await packagesOf(args, { TILLBRIDGE_API_KEY: canaryKey('web') })).toEqual(['commander']);
  });
});
