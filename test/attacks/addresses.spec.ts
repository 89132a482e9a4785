import { beforeAll, describe, expect, it } from '@jest/globals';
import { destinationAgents } from '../../src/sandbox/notifications/destination.js';
import { tryEverything, type Attempt } from './addresses.js';

describe('the sender of the sandbox', () => {
  let attempts: Attempt[] = [];

  beforeAll(async () => {
    attempts = await tryEverything(destinationAgents);
  });

  it.each([
    ['goes to no address but this machine’s, however it is written', 'notification URL', 130],
    ['is given no URL that the service would not take, where its rules are kept', 'rules of the service', 20],
    ['is led nowhere by an allowance that looks like many', 'allowed hosts', 10],
    ['takes no address from a resolver but this machine’s, and no name for an allowed one', 'answer of a resolver', 70],
    ['goes to this machine alone where a name leads elsewhere as well', 'mixed answer', 55],
    ['connects to what it has judged, whatever the name leads to next', 'rebinding', 8],
    ['follows no one, reads 64 KiB at most, and waits no longer than its limit', 'reply', 27],
    ['reaches this machine in every spelling', 'must be reached', 10],
  ])('%s', (_title, way, least) => {
    const tried = attempts.filter((attempt) => attempt.way === way);
    expect(tried.filter(({ holds }) => !holds)).toEqual([]);
    expect(tried.length).toBeGreaterThanOrEqual(least);
  });
});
