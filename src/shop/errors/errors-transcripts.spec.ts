import { Logger, type ArgumentsHost } from '@nestjs/common';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { LogCapture } from '../../../test/support/log-capture.js';
import { ERROR_KINDS, PaymentError, type ErrorKind, type RetryRule } from '../../protocol/index.js';
import type { ErrorAnswerOptions } from '../core/index.js';
import { problemAnswer } from './problem-details.js';
import { TillbridgeExceptionFilter } from './tillbridge-exception.filter.js';

const errorOf = (kind: ErrorKind, httpStatus = 409, retry: RetryRule = 'no', code = 'REFUND_REFUSED'): PaymentError =>
  new PaymentError({
    code,
    kind,
    retry,
    httpStatus,
    message: 'What happened.',
    execution: 'not-executed',
    advice: 'What to do.',
    group: 'web',
    orderId: 'A',
  });

const lineOf = (error: PaymentError, languages: readonly string[], options: ErrorAnswerOptions = {}): string => {
  const { status, headers, body } = problemAnswer(error, languages, options);
  return `${status} ${JSON.stringify(headers)} ${JSON.stringify(body)}`;
};

describe('what a client is answered', () => {
  it('by kind and language', () => {
    const kinds = [...ERROR_KINDS, 'new-kind' as ErrorKind];
    expect(
      kinds.flatMap((kind) => ['en', 'nl'].map((language) => lineOf(errorOf(kind), [language]))),
    ).toMatchSnapshot();
  });

  it('by status, retry, and what the shop says', () => {
    const texts = { refused: { en: 'Sorry.', de: 'Leider nicht.' }, REFUND_REFUSED: { fr: 'Non.' } };
    expect([
      ...[399, 400, 499, 500, 599, 600, 500.5, Number.NaN].map(
        (status) => `${status} => ${problemAnswer(errorOf('request', status), [], {}).status}`,
      ),
      ...(['no', 'backoff', 'reconcile-first'] as const).map(
        (retry) => `${retry} => ${JSON.stringify(problemAnswer(errorOf('temporary', 503, retry), [], {}).headers)}`,
      ),
      lineOf(errorOf('refused'), ['de', 'nl'], { texts }),
      lineOf(errorOf('refused'), ['it'], { texts, defaultLanguage: 'fr' }),
      lineOf(errorOf('refused'), ['it'], { texts, defaultLanguage: 'nl' }),
      lineOf(errorOf('refused'), [], { docsUrl: 'https://shop.example/errors' }),
    ]).toMatchSnapshot();
  });
});

describe('the filter', () => {
  const logs = new LogCapture();
  const lines: string[] = [];
  beforeAll(() => Logger.overrideLogger(logs));
  afterAll(() => Logger.overrideLogger(false));
  beforeEach(() => {
    lines.length = 0;
    logs.lines.length = 0;
  });

  const adapter = (isSent: boolean, platform: string): object => ({
    getType: () => platform,
    isHeadersSent: () => isSent,
    setHeader: (_response: unknown, name: string, value: string) => lines.push(`  ${name}: ${value}`),
    reply: (_response: unknown, body: unknown, status: number) =>
      lines.push(`  ${status} ${typeof body === 'string' ? body : `object ${JSON.stringify(body)}`}`),
    end: () => lines.push('  ended'),
  });
  const hostOf = (type: string, request: unknown): ArgumentsHost =>
    Object.assign(Object.create(null), {
      getType: () => type,
      getArgByIndex: (index: number) => (index === 0 ? request : 'response'),
    });

  function caught(
    title: string,
    error: PaymentError,
    how: {
      type?: string;
      platform?: string;
      request?: unknown;
      isSent?: boolean;
      options?: ErrorAnswerOptions | null;
    } = {},
  ): void {
    const { type = 'http', platform = 'express', request = { headers: {} }, isSent = false, options = null } = how;
    const filter = new TillbridgeExceptionFilter({ httpAdapter: adapter(isSent, platform) } as never, options);
    lines.push(title);
    filter.catch(error, hostOf(type, request));
    for (const line of logs.lines.splice(0)) lines.push(`  [${line}`);
  }

  it('answers and logs by kind', () => {
    for (const kind of [...ERROR_KINDS, 'new-kind' as ErrorKind]) caught(kind, errorOf(kind));
    expect(lines.filter((line) => !/^ {2}[A-Z]/.test(line)).join('\n')).toMatchSnapshot();
  });

  it('warns of what a visitor or a clerk asked for in vain: no one has to act', () => {
    const codes = ['ORDER_UNKNOWN', 'REFUND_EXCEEDS_REMAINING', 'ORDER_CONFLICT', 'ORDER_INVALID'];
    for (const code of codes) caught(code, errorOf('request', 409, 'no', code));
    const levels = lines.filter((line) => line.startsWith('  [')).map((line) => line.trim().split(' ')[0]);
    expect(levels).toEqual(['[warn', '[warn', '[error', '[error']);
  });

  it('gives Express a text, whose type its adapter leaves alone, and Fastify what it serialises itself', () => {
    for (const platform of ['express', 'fastify']) caught(platform, errorOf('refused', 402), { platform });
    const bodies = lines.filter((line) => line.startsWith('  402'));
    expect(bodies).toEqual([expect.stringMatching(/^ {2}402 {/), expect.stringMatching(/^ {2}402 object {/)]);
  });

  it('answers what it can, where it can', () => {
    caught('in Dutch', errorOf('refused', 402), { request: { headers: { 'accept-language': 'nl;q=0.9, en;q=0.1' } } });
    caught('a list of languages', errorOf('refused', 402), { request: { headers: { 'accept-language': ['nl'] } } });
    caught('no headers', errorOf('refused', 402), { request: {} });
    caught('no request', errorOf('refused', 402), { request: null });
    caught('with texts of the shop', errorOf('temporary', 503, 'backoff'), {
      options: { texts: { temporary: { en: 'Wait.' } } },
    });
    caught('not over HTTP', errorOf('unknown'), { type: 'rpc' });
    const error = Object.assign(errorOf('unknown'), { stack: 'where it was thrown' });
    caught('half an answer was sent', error, { isSent: true });
    expect(lines.join('\n')).toMatchSnapshot();
  });
});
