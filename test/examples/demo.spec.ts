import { afterEach, describe, expect, it } from '@jest/globals';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { count, fact, Narrator } from '../../examples/shop/demo/narrator.js';
import { openStage, type StageOptions } from '../../examples/shop/demo/stage.js';
import { tellStory } from '../../examples/shop/demo/story.js';
import { canaryKey } from '../support/canary.js';
import { createTestDatabase, describeOneServer } from '../support/engines.js';
import { Program } from './support/program.js';

describe('npm run demo', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tillbridge-demo-spec-'));
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('tells the story, each step checked, and leaves nothing behind', async () => {
    const demo = new Program('demo.js', { TMPDIR: folder });
    expect(await demo.ends()).toBe(0);
    expect(demo.output.match(/✓ .*/g)).toEqual([
      '✓ is something that was checked.',
      expect.stringContaining('the order is created at the service'),
      expect.stringContaining('pays on the payment page'),
      expect.stringContaining('verified, stored and acknowledged'),
      expect.stringContaining('the order is paid'),
      expect.stringContaining('the stock is reserved once'),
      expect.stringContaining('mail is sent once'),
      expect.stringContaining('new timestamp and signature: acknowledged'),
      expect.stringContaining('nothing is repeated'),
      expect.stringContaining('signed with another key: refused'),
      expect.stringContaining('nothing is stored'),
      expect.stringContaining('declined'),
      expect.stringContaining('left unfinished'),
      expect.stringContaining('the same order, a new attempt'),
      expect.stringContaining('the second page is paid'),
      expect.stringContaining('the old page arrives late: paid twice'),
    ]);
    expect(demo.output).toContain('All 15 steps happened as told');
    expect(demo.output).not.toContain('✗');
    expect(readdirSync(folder)).toEqual([]);
  });
});

describe('the story', () => {
  /** Plays it on a stage that was set up wrongly. */
  async function play(options: StageOptions): Promise<{ isTrue: boolean; lines: string }> {
    const lines: string[] = [];
    const narrator = new Narrator((line) => lines.push(line));
    const stage = await openStage({
      apiKey: canaryKey('web'),
      forgersKey: canaryKey('forger'),
      patienceMs: 1_000,
      ...options,
    });
    try {
      return { isTrue: await narrator.narrate(() => tellStory(narrator, stage)), lines: lines.join('\n') };
    } finally {
      await stage.close();
    }
  }

  it('stops at the order when the shop has the wrong key', async () => {
    const { isTrue, lines } = await play({ sandboxKey: canaryKey('other') });
    expect(isTrue).toBe(false);
    expect(lines).toMatch(/✗ .*order is created.*\n.*instead: the shop answered 503/);
    expect(lines).not.toContain('✓');
  });

  it('stops at the first notification when no one applies it', async () => {
    const { isTrue, lines } = await play({ workers: 'off' });
    expect(isTrue).toBe(false);
    expect(lines).toMatch(/✗ .*order is created.*\n.*instead: the order is "Waiting for payment"; last: Notification/);
  });

  it('stops at the forgery when the forger knows the key', async () => {
    const { isTrue, lines } = await play({ forgersKey: canaryKey('web') });
    expect(isTrue).toBe(false);
    expect(lines).toMatch(/✗ .*refused\n.*instead: the shop answered 200 "OK"/);
  });
});

describeOneServer('the story', (name) => {
  it('is true, and leaves no key in any row', async () => {
    const database = await createTestDatabase(name);
    const databaseUrl = 'url' in database.options ? String(database.options.url) : undefined;
    const lines: string[] = [];
    const narrator = new Narrator((line) => lines.push(line));
    const stage = await openStage({ apiKey: canaryKey('web'), forgersKey: canaryKey('forger'), databaseUrl });
    const isTrue = await narrator.narrate(() => tellStory(narrator, stage)).finally(() => stage.close());
    await database.drop();
    expect(lines.join('\n')).not.toContain('✗');
    expect(isTrue).toBe(true);
  });
});

describe('the narrator', () => {
  const lines: string[] = [];
  const narrator = (): Narrator => new Narrator((line) => lines.push(line));
  afterEach(() => void lines.splice(0));

  it('ticks a step only after its facts', async () => {
    const reported = narrator();
    const isTrue = await reported.narrate(async () => {
      await reported.step('one and one', async () => {
        count('sum', 1 + 1, 2);
        return 'two';
      });
    });
    expect([isTrue, reported.ticked]).toEqual([true, 1]);
    expect(lines).toEqual(['  ✓ one and one\n      two']);
  });

  it('says what was seen instead, and tells nothing after it', async () => {
    const reported = narrator();
    const isTrue = await reported.narrate(async () => {
      await reported.step('the sky', async () => {
        fact('grey'.length === 3, 'it is grey');
        return 'blue';
      });
      await reported.step('never reached', async () => '');
    });
    expect([isTrue, reported.ticked]).toEqual([false, 0]);
    expect(lines).toEqual(['  ✗ the sky', '      instead: it is grey']);
  });

  it('does not take an error between two steps for a success', async () => {
    const reported = narrator();
    const isTrue = await reported.narrate(async () => {
      await reported.step('fine', async () => '');
      throw new Error('the floor gave way');
    });
    expect(isTrue).toBe(false);
    expect(lines.at(-1)).toContain('the floor gave way');
  });

  it('does not take silence for a success', async () => {
    const reported = narrator();
    expect(await reported.narrate(async () => reported.say('once upon a time'))).toBe(false);
  });
});
