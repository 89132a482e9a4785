import { Option, type Command } from 'commander';
import { ACKNOWLEDGEMENT_TIMEOUT_MS, isAcknowledged } from '../../protocol/index.js';
import { createRedactor, SystemClock } from '../../support/index.js';
import { CliError } from '../cli-error.js';
import { EXIT } from '../exit-codes.js';
import { command, does, type Work } from '../frame.js';
import { assertOneFromInput } from '../inputs/bytes.input.js';
import { readOneKey, withKeyFlags, type KeyFlags } from '../inputs/key.input.js';
import { readTestOrder, withTestOrder, type TestOrder, type TestOrderFlags } from '../inputs/test-order.input.js';
import { printable, type Report, type TextStyle } from '../output/index.js';
import { assertWebAddress, getNotification, postNotification } from '../wire/notification.request.js';
import { exchange, isAnswer, type WireAnswer, type WireFailure, type WireRequest } from '../wire/exchange.js';
import { whyNotAcknowledged } from '../wire/acknowledgement.js';

interface SendFlags extends KeyFlags, TestOrderFlags {
  readonly method: 'POST' | 'GET';
}

/** The number of characters of an answer that are shown. */
const SHOWN = 500;

const HELP = `
The order that is made up is "initialized": it pays nothing. With --status completed it does: what is signed is believed.
Exit code 0 when the answer counts as an acknowledgement.

Example:
  tillbridge send http://localhost:3000/payments/notifications/web --order A-1 --key-env WEB_API_KEY`;

/** `tillbridge send URL`: one test notification, and whether the answer counts (spec §4.4). */
export function sendCommand(): Command {
  const made = command('send')
    .argument('<url>', 'the notification address')
    .addOption(
      new Option('--method <method>', 'as the service would send it').choices(['POST', 'GET']).default('POST'),
    );
  return does<SendFlags>(withKeyFlags(withTestOrder(made)).addHelpText('after', HELP), sendNow);
}

const sendNow: Work<SendFlags> = async ({ flags, signal }, url = '') => {
  assertWebAddress(url);
  assertOneFromInput([flags.body, ...flags.keyFile]);
  const at = new SystemClock().now();
  const order = await readTestOrder(flags, at);
  const key = flags.method === 'GET' ? null : (await readOneKey(flags)).key;
  const request = key === null ? getNotification({ url, at, ...order }) : postNotification({ url, at, key, ...order });
  const outcome = await exchange(request, { timeoutMs: ACKNOWLEDGEMENT_TIMEOUT_MS, signal });
  if (!isAnswer(outcome)) throw unreachable(outcome);
  return reportOf({ request, order, answer: outcome, key });
};

interface Sent {
  readonly request: WireRequest;
  readonly order: TestOrder;
  readonly answer: WireAnswer;
  readonly key: string | null;
}

function reportOf({ request: { method, url }, order: { orderId }, answer, key }: Sent): Report {
  const why = whyNotAcknowledged(answer);
  const acknowledged = isAcknowledged(answer);
  const strictly = isAcknowledged(answer, 'strict');
  // A careless endpoint may answer with its own configuration, including the key.
  const redact = createRedactor(key === null ? [] : [key]);
  const seen = { ...answer, body: redact(answer.body).slice(0, SHOWN) };
  return {
    exit: acknowledged ? EXIT.done : EXIT.no,
    json: { acknowledged, acknowledgedStrictly: strictly, why, request: { method, url, orderId }, answer: seen },
    text: (style) => [...shown(seen, style), verdictOf(why, strictly, style)].join('\n'),
  };
}

const shown = ({ status, contentType, body, durationMs }: WireAnswer, { dim }: TextStyle): readonly string[] => [
  `Answer: ${status} ${printable(contentType || 'without a type')}, after ${durationMs} ms`,
  dim(body === '' ? '(empty)' : body.split('\n').map(printable).join('\n')),
];

function verdictOf(why: string | null, strictly: boolean, { good, warn, bad }: TextStyle): string {
  if (why !== null) return bad(`Not acknowledged: ${why} The service would send it again.`);
  return strictly
    ? good('Acknowledged.')
    : warn('Acknowledged, but not by the stricter form of the rule: answer OK and nothing else (spec §4.4).');
}

const unreachable = ({ failure, message }: WireFailure): CliError =>
  new CliError({
    code: failure === 'TIMEOUT' ? 'ENDPOINT_SILENT' : 'ENDPOINT_UNREACHABLE',
    message: `The address gave no answer: ${message}.`,
    advice:
      'Is the application running, and does the name lead to it from here? The service waits ten seconds, then sends again.',
  });
