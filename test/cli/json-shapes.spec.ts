import { describe, expect, it } from '@jest/globals';
import { COMMANDS } from '../../src/cli/commands.js';
import { commandTree } from '../../src/cli/completion/command-tree.js';
import { programWith } from '../../src/cli/program.js';
import { documentedShapes, undocumented } from './support/json-shapes.js';

/** What commands print is compared with the page wherever a test of the command line calls one: `support/program.ts`. */
describe('the documents of --json', () => {
  it('are described on the page for every command', () => {
    expect(COMMANDS.map(({ name }) => name).filter((name) => documentedShapes(name).length === 0)).toEqual([]);
  });

  it('are to be had of every command', async () => {
    const ends = commandTree(await programWith(() => true, '0.0.0')).filter(({ below }) => below.length === 0);
    expect(ends.length).toBeGreaterThan(15);
    const without = ends.filter(({ options }) => !options.some(({ flags }) => flags.includes('--json')));
    expect(without.map(({ path }) => path)).toEqual([]);
  });

  it.each([
    ['a key that the page does not name', { changed: true, statusBefore: 'completed', order: {}, extra: 1 }, '.extra'],
    ['a key that the page promises and is not there', { changed: true, order: {} }, '.statusBefore is missing'],
  ])('that have %s are noticed', (_, document, difference) => {
    expect(undocumented('sync', { changed: true, statusBefore: 'completed', order: {} })).toEqual([]);
    expect(undocumented('sync', document)).toEqual([expect.stringContaining(difference)]);
  });

  it('that are lists of something else are noticed', () => {
    expect(undocumented('explain', { order: {}, timeline: [{ at: 1, kind: 'x', text: 'y', details: {} }] })).toEqual(
      [],
    );
    expect(undocumented('explain', { order: {}, timeline: [{ at: 1 }] })).toContain('.timeline[0].kind is missing');
  });
});
