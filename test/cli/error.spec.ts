import { describe, expect, it } from '@jest/globals';
import { LOCAL_ERRORS } from '../../src/protocol/index.js';
import { tillbridge } from './support/program.js';

describe('tillbridge error', () => {
  it('tells several codes, in the order in which they are given', async () => {
    const { exit, out, err } = await tillbridge(['error', '1034', 'SERVICE_1006']);
    expect([exit, err]).toEqual([0, '']);
    expect(out).toMatch(/^1034 \(docs\/errors\.md#1034\)\n[^]*\n\n1006 \(docs\/errors\.md#1006\)\n/);
  });

  it('tells the codes of this package, too, as an alert or a page shows them', async () => {
    const { exit, out, err } = await tillbridge(['error', 'REFUND_CANCEL_UNKNOWN', '1034']);
    expect([exit, err]).toEqual([0, '']);
    const { cause, operatorText } = LOCAL_ERRORS.REFUND_CANCEL_UNKNOWN;
    const lines = ['REFUND_CANCEL_UNKNOWN (docs/errors.md#refund_cancel_unknown)', `  Why:        ${cause}`];
    expect(out).toContain([...lines, `  What to do: ${operatorText}`, '', '1034 ('].join('\n'));
    const { out: json } = await tillbridge(['error', 'TIMEOUT', '--json']);
    expect(JSON.parse(json)).toMatchObject({ codes: [{ code: 'TIMEOUT', cause: LOCAL_ERRORS.TIMEOUT.cause }] });
  });

  it('gives programs the same', async () => {
    const { exit, out } = await tillbridge(['error', '7123', '--operation', 'refund', '--json']);
    expect(exit).toBe(0);
    const answer = { operations: ['refund'], execution: 'unknown', retry: 'reconcile-first', actor: 'service' };
    expect(JSON.parse(out)).toMatchObject({ codes: [{ code: 7123, listed: false, answers: [answer] }] });
  });

  it.each(['abc', '999', '10000', '10.5', '-1034', ' 1034', 'TIMEOUTS'])(
    'refuses %j, which is no code',
    async (word) => {
      const { exit, out, err } = await tillbridge(['error', '1034', '--', word]);
      expect([exit, out]).toEqual([2, '']);
      expect(err).toMatch(/^USAGE: ".*" is no error code\.\nThe service's are numbers from 1000 to 9999/);
    },
  );

  it.each([[['error']], [['error', '1034', '--operation', 'pay']]])('refuses %j', async (args) => {
    const { exit, err } = await tillbridge(args);
    expect([exit, err]).toEqual([
      2,
      expect.stringMatching(/missing required argument 'code'|Allowed choices are create/),
    ]);
  });
});
