import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { COMMANDS } from '../../src/cli/commands.js';
import { tillbridge } from './support/program.js';

const FISH = 'fish';
const SHELLS = ['bash', 'zsh', FISH] as const;
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tillbridge-completion-'));
  for (const shell of SHELLS) {
    const { exit, out } = await tillbridge(['completion', shell]);
    expect(exit).toBe(0);
    writeFileSync(join(folder, shell), out);
  }
});
afterAll(() => rmSync(folder, { recursive: true }));

const has = (shell: string): boolean => spawnSync(shell, ['-c', 'true']).status === 0;
const itWith = (shell: string) => (has(shell) ? it : it.skip);

const BASH = `
source "$1"; shift
COMP_WORDS=(tillbridge "$@"); COMP_CWORD=$#
_tillbridge
printf '%s\\n' "\${COMPREPLY[@]}"
complete -p tillbridge`;

/** What bash offers after these words, of which the last has been begun. */
function offered(...words: readonly string[]): string[] {
  const { stdout, stderr } = spawnSync('bash', ['-c', BASH, 'bash', join(folder, 'bash'), ...words], {
    encoding: 'utf8',
  });
  expect(stderr).toBe('');
  const lines = stdout.split('\n').filter((line) => line !== '');
  expect(lines.pop()).toBe('complete -o default -F _tillbridge tillbridge');
  return lines;
}

describe('completion', () => {
  itWith('bash')('offers commands, and those below one', () => {
    expect(offered('')).toEqual(expect.arrayContaining([...COMMANDS.map(({ name }) => name), '--version', '--help']));
    expect(offered('re')).toEqual(['replay', 'reconcile', 'refund', 'refund-batch']);
    expect(offered('groups', 're')).toEqual(['rename']);
  });

  itWith('bash')('offers the options of the command that is called, whatever stands between', () => {
    expect(offered('refund', 'A-1', '--rea')).toEqual(['--reason']);
    expect(offered('groups', 'rename', 'old', 'new', '--w')).toEqual(['--why']);
    expect(offered('doctor', '--url')).toEqual(['--url']);
    expect(offered('verify', '--url')).toEqual([]);
  });

  itWith('bash')('offers the values of an option, and files where any value will do', () => {
    expect(offered('send', '--method', '')).toEqual(['POST', 'GET']);
    expect(offered('replay', '--state', 'p')).toEqual(['parked']);
    expect(offered('verify', '--body', '')).toEqual([]);
  });

  it.each(SHELLS)('is a script that %s can read, where it is installed', (shell) => {
    if (!has(shell)) return;
    expect(spawnSync(shell, ['-n', join(folder, shell)], { encoding: 'utf8' })).toMatchObject({
      status: 0,
      stderr: '',
    });
  });

  itWith(FISH)('offers the same in fish', () => {
    const script = `source ${join(folder, 'fish')}; complete -C 'tillbridge groups rename --w'`;
    expect(spawnSync(FISH, ['-c', script], { encoding: 'utf8' }).stdout).toMatch(/^--why\t/);
  });

  it('is refused for a shell that is none', async () => {
    expect((await tillbridge(['completion', 'dos'])).exit).toBe(2);
  });
});
