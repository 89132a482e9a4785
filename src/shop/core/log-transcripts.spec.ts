import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { callerAddress } from './caller-address.js';
import { CallerLimit } from './caller-limit.js';
import { ErrorRedactor } from './error-redactor.js';
import { messages } from './messages.js';
import { faultList, optionsError, refusal } from './refusal.js';
import { attentionSection, runbook } from './runbook.js';
import { TerminalGroups } from './terminal-groups/terminal-groups.js';
import { ThrottledLogger } from './throttled-logger.js';
import { AddressList, ManualClock } from '../../support/index.js';

beforeEach(() => {
  jest.useFakeTimers({ now: 0 });
});
afterEach(() => {
  jest.useRealTimers();
});

it('one cause is logged at growing gaps, with how often it was met meanwhile', () => {
  const lines: string[] = [];
  const note = (level: string) => (text: string) => void lines.push(`${performance.now()} ${level} ${text}`);
  const logger = new ThrottledLogger({ error: note('error'), warn: note('warn') });
  logger.warn('other');
  for (let second = 0; second < 1_500; second += 1) {
    logger.error('down');
    if (second % 300 === 0) logger.warn(`row ${second} failed`, 'one cause');
    jest.advanceTimersByTime(1_000);
  }
  expect(lines.join('\n')).toMatchSnapshot();
});

it('texts that depend on what they are given', () => {
  const poll = { orderId: 'A', group: 'web', reason: 'expired' };
  expect(
    [
      ...[0, 1].map((refused) => messages.batchQueued('b1', 'web', 5, refused)),
      ...[1, 1_000, 1_001].map((ms) => messages.laneResting('web', ms, 'SERVICE_1032')),
      ...[null, 'TIMEOUT'].map((error) => messages.pollParked({ ...poll, error })),
      ...[undefined, 'Turn it on.'].map((advice) => messages.rawBodyMissing(advice)),
      ...['refund_manual', 'refund', 'voided', 'new'].map((reason) => messages.needsAttention(reason, 'web', 'A')),
      ...['paid_twice', 'unreadable', 'refund_', 'refunds'].map(attentionSection),
      runbook('service-away'),
      JSON.stringify(optionsError(['a', 'b'])),
      faultList([]),
    ].join('\n'),
  ).toMatchSnapshot();
});

it('texts of errors without the address of a customer', () => {
  const error = 'stock table is locked for jan.jansen@example.org';
  const effect = { id: 'e1', effect: 'Stock.take', orderId: 'A', attempts: 2, error };
  const refund = { id: 'r1', orderId: 'A' };
  const texts = [
    messages.effectFailed(effect),
    messages.effectLeft(effect),
    messages.effectAbandoned(effect),
    messages.notificationFailed('n1', 'S1', 2, error),
    messages.notificationParked('n1', 'A', error),
    messages.pollFailed('A', 'web', error),
    messages.pollParked({ orderId: 'A', group: 'web', reason: 'expired', error }),
    messages.pollUnreadable('A', 'web', error),
    messages.pollsHeld('web', error, false),
    messages.sweepFailed('web', error),
    messages.returnNotSettled('A', error),
    messages.returnPageFailed(error),
    messages.returnViewFailed(error),
    messages.inboxUnavailable(error),
    messages.refundUnread('r1', 'A', error),
    messages.refundAnswerLost(refund, 'accepted', error),
    messages.transportAway(error),
    messages.doorbellFailed(error),
    messages.workerFailed('run its task', error),
    messages.workUnrecorded(error),
    messages.leaseNotRenewed(error),
  ];
  const shown = texts.map((text) => /stock table is locked for [*\w]+@example\.org/.exec(text)?.[0] ?? text);
  expect(new Set(shown)).toEqual(new Set(['stock table is locked for j***@example.org']));
});

it('texts of strangers stay in their line, and do not fill the log', () => {
  const evil = `x\r\n[Nest] ERROR all is lost\n\u001b[2J\u009b\u2028\u202e${'long '.repeat(2_000)}`;
  // Whatever a text is made of: an order, an error, a name, in an argument or in a field of one.
  const any: unknown = new Proxy(Object, { get: (_, name) => (name === Symbol.toPrimitive ? () => evil : evil) });
  for (const [name, text] of Object.entries(messages)) {
    if (typeof text !== 'function') continue;
    const made = [evil, any].flatMap((each) => {
      try {
        return [
          String(
            Reflect.apply(
              text,
              messages,
              Array.from({ length: 4 }, () => each),
            ),
          ),
        ];
      } catch {
        return [];
      }
    });
    expect([name, made.length > 0, made.join('')]).toEqual([
      name,
      true,
      expect.not.stringMatching(/[\p{Cc}\p{Cf}\p{Zl}]/u),
    ]);
  }
  expect(messages.unknownStatus(evil, 'A').length).toBeLessThan(400);
});

it('a refusal stays in its line, but for its list of faults: Nest logs it where no filter takes it', () => {
  const list = `${faultList([{ path: 'key', message: 'must be text' }, 'x'])}\n  … and 2 more`;
  const message = `There is no order S1\r\n[Nest] ERROR \u001b[2J\u2028:${list}`;
  expect(refusal({ code: 'MINE', advice: 'a', message }).message).toBe(
    'There is no order S1 [Nest] ERROR \uFFFD[2J\uFFFD:\n  - key: must be text\n  - x\n  … and 2 more',
  );
});

it('errors by their kind, and with facts of their own', () => {
  const kinds = [undefined, 'request', 'already-done', 'configuration', 'temporary', 'unknown'] as const;
  const made = kinds.map((kind) => refusal({ code: 'OPTIONS_INVALID', message: 'm', ...(kind && { kind }) }));
  const own = refusal({
    code: 'MINE',
    advice: 'a',
    message: 'm',
    kind: 'unknown',
    retry: 'no',
    httpStatus: 418,
    execution: 'executed',
  });
  expect([...made, own].map((error) => JSON.stringify(error))).toMatchSnapshot();
});

it('what was thrown, without keys', () => {
  const web = { name: 'web', apiKeys: ['secret'], notificationUrl: 'http://localhost/n/web' };
  const texts = new ErrorRedactor(
    new TerminalGroups({ terminalGroups: [{ ...web, mode: 'sandbox' }] }, new ManualClock()),
  );
  const nameless = Object.assign(new Error('with secret'), { name: undefined });
  const mute = { toString: () => { throw new Error('no'); } }; // oxfmt-ignore
  expect(
    [
      new TypeError('with secret'),
      'with secret',
      7,
      null,
      undefined,
      nameless,
      mute,
      Symbol('s'),
      new Error('x'.repeat(600)),
    ].map((each) => texts.of(each).slice(0, 80)),
  ).toMatchSnapshot();
  const deadlock = new Error('Deadlock found, secret');
  texts.thrownBy('Bookings.book', deadlock);
  expect(texts.of(deadlock)).toBe('handler Bookings.book: Error: Deadlock found, [redacted]');
  // As a transaction that is not repeated any more is thrown.
  expect(texts.of(new Error('given up', { cause: deadlock }))).toBe('handler Bookings.book: Error: given up');
  const length = texts.of(new Error('x'.repeat(600))).length;
  const chain = Array.from({ length: 10 }, (_, index) =>
    Object.assign(new Error(`secret ${index}`), { stack: `secret stack ${index}` }),
  );
  chain.forEach((error, index) => (error.cause = chain[index + 1] ?? 'secret'));
  texts.clean(chain[0]);
  const odd = Object.assign(new Error('secret'), { stack: undefined });
  Object.defineProperty(odd, 'message', { value: 'secret', configurable: false, writable: false });
  expect([
    length,
    ...chain.map(({ message, stack }) => `${message} / ${stack}`),
    texts.clean(odd).message,
    texts.clean('secret'),
  ]).toMatchSnapshot();
});

it('who is counted as one caller, and how often each may come', () => {
  const limit = new CallerLimit({ times: 2, intervalMs: 1_000 });
  const lines = ['a', 'a', 'a', '2001:db8::1', '2001:db8:0:0:9::', '2001:db8::2', '::1', '1::', '1:0:0:0:5:6:7:8'].map(
    (address) => `${address} ${limit.admit(address)}`,
  );
  jest.advanceTimersByTime(999);
  lines.push(`a ${limit.admit('a')}`);
  jest.advanceTimersByTime(1);
  lines.push(`a ${limit.admit('a')}`, `a ${limit.admit('a')}`, `a ${limit.admit('a')}`);
  const trusted = new AddressList(['10.0.0.0/8']);
  const from = (remoteAddress: string | undefined, forwarded?: unknown): string =>
    callerAddress(
      { socket: { remoteAddress }, headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded } },
      trusted,
    );
  lines.push(
    from('192.0.2.1'),
    from('192.0.2.1', '198.51.100.1'),
    from('10.0.0.1', '198.51.100.1, 10.0.0.2'),
    from('10.0.0.1', 'nonsense'),
    from('10.0.0.1'),
    from(undefined),
    callerAddress({ headers: {} }, trusted),
  );
  expect(lines.join('\n')).toMatchSnapshot();
});
