import { describe, expect, it } from '@jest/globals';
import { sized } from '../support/long-run.js';
import { compare, storyOf } from './chapter.js';
import { CHAPTERS } from './chapters.js';

/** More of them: `npm run opinion`. */
const HISTORIES = sized({ usual: 600, long: 20_000 });
/** The most that a planted defect may need to be found. */
const MOST_NEEDED = 3_000;

async function found(chapter: (typeof CHAPTERS)[number], defect: string): Promise<number | null> {
  for (let seed = 1; seed <= MOST_NEEDED; seed += 1)
    if ((await chapter.play(seed, defect)).differences.length > 0) return seed;
  return null;
}

describe.each(CHAPTERS.map((chapter) => [chapter.name, chapter] as const))(
  'the reference beside the module: %s',
  (_name, chapter) => {
    it(`says the same of ${chapter.says}`, async () => {
      const { differing } = await compare(chapter, { from: 1, count: HISTORIES });
      const [first] = differing;
      expect(first ? storyOf(chapter, first.seed, await chapter.shrink(first.seed)) : '').toBe('');
    });

    it.each(chapter.defects.map((defect) => [defect]))('notices when %s', async (defect) => {
      expect(await found(chapter, defect)).not.toBeNull();
    });
  },
);

describe('a history in which the two differ', () => {
  it('is told in plain sentences, without what the difference does not need', async () => {
    const chapter = CHAPTERS.find(({ name }) => name === 'refunds')!;
    const defect = 'a code that may mean anything is a refusal';
    const seed = (await found(chapter, defect))!;
    const [whole, shrunk] = [await chapter.play(seed, defect), await chapter.shrink(seed, defect)];
    expect(shrunk.sentences.length).toBeLessThanOrEqual(whole.sentences.length);
    const story = storyOf(chapter, seed, shrunk).split('\n');
    expect(story.map((line) => line.replace(/^\S+Z /, ''))).toEqual([
      `Seed ${seed} of refunds.`,
      'The refund is sent (it may be). The module has it as sending, the reference as queued.',
      expect.stringMatching(
        /^The refund is answered: (unclear|failing)\. The module has it as rejected, the reference as unknown\.$/,
      ),
      'They differ: state of a refund. the module says rejected, the reference unknown.',
    ]);
  });
});
