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

/** A zsh at a terminal: each line is typed, Tab is pressed, and what the shell adds to it is waited for. */
const ZSH = `
zmodload zsh/zpty
zpty -b shell "TERM=dumb zsh -f -i"
zpty -w shell "autoload -Uz compinit; compinit -u -D; source '$1'; print REA''DY"
zpty -r -m shell text "*READY*"
shift
for typed added in "$@"; do
  zpty -w -n shell $'\\C-u'"$typed"$'\\t'
  zpty -r -m shell text "*$added*"
  print -r -- "$typed$added"
done
zpty -d shell`;

const TYPED = [
  ['tillbridge groups re', 'name '],
  ['tillbridge refund A-1 --rea', 'son '],
  ['tillbridge send --method P', 'OST '],
] as const;

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
    expect(offered('replay', '--state', 'p')).toEqual(['parked', 'pending']);
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

  itWith('zsh')('offers the same in zsh', () => {
    const args = ['-f', '-c', ZSH, 'zsh', join(folder, 'zsh'), ...TYPED.flat()];
    const { stdout } = spawnSync('zsh', args, { encoding: 'utf8', timeout: 30_000 });
    expect(stdout.split('\n').slice(0, -1)).toEqual(TYPED.map((each) => each.join('')));
  });

  it('is refused for a shell that is none', async () => {
    expect((await tillbridge(['completion', 'dos'])).exit).toBe(2);
  });
});
