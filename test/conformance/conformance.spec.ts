import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { EVERYTHING_CAPTURED, recomputedSignature, authParts } from './support/captured.js';
import { OUTLINE } from './support/outline.js';
import type { Rule, Section } from './support/rule.types.js';
import { World } from './support/world.js';
import { SECTIONS } from './sections/index.js';

/** `§4.3.2 …` for a sentence, `§7 1001: …` for a row of a table. The table reporter reads these titles. */
const titleOf = ({ section, item, rule }: Rule): string =>
  /^\d[.\d]*$/.test(item) && section !== '7' ? `§${section}.${item} ${rule}` : `§${section} ${item}: ${rule}`;

/** What the reporter shows as "not specified" carries the decision behind its rule. */
const fullTitle = (rule: Rule): string =>
  rule.decision === undefined ? titleOf(rule) : `${titleOf(rule)} — not specified; decided: ${rule.decision}`;

describe.each([...SECTIONS])('section $number, $title', ({ rules }: Section) => {
  let world: World;
  beforeAll(async () => {
    world = await World.start();
  });
  afterAll(() => world.close());

  it.each(rules.map((rule) => [fullTitle(rule), rule] as const))('%s', (_, { check }) => check(world));
});

describe('the suite', () => {
  it('names every sentence and row of the specification, and nothing else', () => {
    const named: Record<string, Set<string>> = {};
    for (const { section, item } of SECTIONS.flatMap(({ rules }) => rules)) (named[section] ??= new Set()).add(item);
    expect(Object.fromEntries(Object.entries(named).map(([section, items]) => [section, [...items].sort()]))).toEqual(
      Object.fromEntries(Object.entries(OUTLINE).map(([section, items]) => [section, [...items].sort()])),
    );
  });

  it('keeps each rule in the part of its section', () => {
    const strays = SECTIONS.flatMap(({ number, rules }) =>
      rules.filter(({ section }) => section.split('.')[0] !== number).map(titleOf),
    );
    expect(strays).toEqual([]);
  });

  it('§5.2 every notification sent while the other cases ran: its signature is the one that its bytes and the key give', () => {
    const posts = EVERYTHING_CAPTURED.filter(({ request }) => request.method === 'POST');
    expect(posts.length).toBeGreaterThan(50);
    for (const captured of posts) {
      const { timestamp, signature } = authParts(captured.request);
      expect([timestamp, signature]).toEqual([captured.request.query.get('timestamp'), recomputedSignature(captured)]);
    }
  });
});
