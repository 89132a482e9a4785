import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { chanceOf, drawFault } from './fault-chance.js';
import { checkFaultOptions } from '../options/fault-checks.js';
import { appliesTo, FAULT_KINDS, FAULT_OPERATIONS } from '../options/fault-rules.js';
import type { FaultKind, FaultOperation, FaultOptions } from '../options/fault.types.js';

const operations = fc.constantFrom<FaultOperation>(...FAULT_OPERATIONS);
const probabilities = fc.dictionary(
  fc.constantFrom<FaultKind>(...FAULT_KINDS),
  fc.double({ min: 0, max: 1 / FAULT_KINDS.length, noNaN: true }),
);
const options: fc.Arbitrary<FaultOptions> = fc.record({ seed: fc.integer(), probabilities });

const sequence = (chance: FaultOptions, requests: readonly FaultOperation[]) => {
  const counts = new Map<FaultOperation, number>();
  return requests.map((operation) => {
    const number = (counts.get(operation) ?? 0) + 1;
    counts.set(operation, number);
    return { operation, ...drawFault(chance, { operation, number }) };
  });
};

describe('faults by chance', () => {
  it('are the same for the same seed and the same sequence of requests', () => {
    fc.assert(
      fc.property(options, fc.array(operations, { maxLength: 60 }), (chance, requests) => {
        expect(sequence(chance, requests)).toEqual(sequence({ ...chance }, requests));
      }),
    );
  });

  it('of one operation do not depend on other operations in between', () => {
    fc.assert(
      fc.property(options, fc.array(operations, { maxLength: 60 }), operations, (chance, requests, one) => {
        const among = sequence(chance, requests).filter(({ operation }) => operation === one);
        const alone = sequence(
          chance,
          requests.filter((operation) => operation === one),
        );
        expect(among).toEqual(alone);
      }),
    );
  });

  it('are only those that can strike the operation and have a chance', () => {
    fc.assert(
      fc.property(options, operations, fc.integer({ min: 1, max: 1_000_000 }), (chance, operation, number) => {
        const { kind, roll } = drawFault(chance, { operation, number });
        expect(roll >= 0 && roll < 1).toBe(true);
        if (kind === null) return;
        expect(appliesTo(kind, operation)).toBe(true);
        expect(chance.probabilities?.[kind]).toBeGreaterThan(0);
      }),
    );
  });

  it('happen about as often as their probability says', () => {
    fc.assert(
      fc.property(fc.integer(), fc.double({ min: 0.05, max: 0.95, noNaN: true }), (seed, probability) => {
        const draws = Array.from({ length: 2_000 }, (_, index) =>
          drawFault({ seed, probabilities: { drop: probability } }, { operation: 'create', number: index + 1 }),
        );
        const share = draws.filter(({ kind }) => kind === 'drop').length / draws.length;
        expect(Math.abs(share - probability)).toBeLessThan(0.07);
      }),
      { numRuns: 50 },
    );
  });

  it('differ from seed to seed', () => {
    const requests = Array.from({ length: 64 }, () => 'create' as const);
    const kinds = [1, 2, 3, 4].map((seed) =>
      sequence({ seed, probabilities: { drop: 0.5 } }, requests)
        .map(({ kind }) => kind ?? '-')
        .join(),
    );
    expect(new Set(kinds).size).toBe(4);
  });

  it('do not affect operations that are not named', () => {
    const chance: FaultOptions = { seed: 1, probabilities: { drop: 1 }, operations: ['read'] };
    expect(drawFault(chance, { operation: 'create', number: 1 }).kind).toBeNull();
    expect(drawFault(chance, { operation: 'read', number: 1 }).kind).toBe('drop');
  });

  it('come from evenly distributed numbers', () => {
    const buckets = Array.from({ length: 10 }, () => 0);
    for (let index = 0; index < 10_000; index += 1) {
      const bucket = Math.floor(chanceOf(5, index) * 10);
      buckets[bucket] = (buckets[bucket] ?? 0) + 1;
    }
    for (const count of buckets) expect(Math.abs(count - 1_000)).toBeLessThan(150);
  });
});

describe('the options of faults by chance', () => {
  it.each([
    ['no seed', {}, 'faults.seed'],
    ['a seed with a fraction', { seed: 0.5 }, 'faults.seed'],
    ['an unknown kind', { seed: 1, probabilities: { flood: 0.1 } }, 'faults.probabilities.flood'],
    [
      'a kind out of the prototype',
      { seed: 1, probabilities: { constructor: 0.1 } },
      'faults.probabilities.constructor',
    ],
    ['a chance above 1', { seed: 1, probabilities: { drop: 1.1 } }, 'faults.probabilities.drop'],
    ['a chance as text', { seed: 1, probabilities: { drop: '1' } }, 'faults.probabilities.drop'],
    ['chances of more than 1 in all', { seed: 1, probabilities: { drop: 0.6, delay: 0.6 } }, 'faults.probabilities'],
    ['an unknown operation', { seed: 1, operations: ['pay'] }, 'faults.operations'],
    ['a status that is no error', { seed: 1, status: 200 }, 'faults.status'],
    ['a delay without end', { seed: 1, delayMs: 1e12 }, 'faults.delayMs'],
  ])('are refused with %s', (_, wrong, path) => {
    expect(checkFaultOptions(wrong).map((fault) => fault.path)).toContain(path);
  });

  it('may add up to exactly 1, and to more if the kinds never compete', () => {
    expect(checkFaultOptions({ seed: 1, probabilities: { drop: 0.1, delay: 0.2, reset: 0.7 } })).toEqual([]);
    expect(checkFaultOptions({ seed: 1, probabilities: { duplicate: 1, 'error-before': 1 } })).toEqual([]);
  });
});
