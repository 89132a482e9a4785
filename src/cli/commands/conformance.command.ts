import { Option, type Command } from 'commander';
import type { NotificationUrlRules } from '../../protocol/index.js';
import { SystemClock } from '../../support/index.js';
import { CliError } from '../cli-error.js';
import { CONFORMANCE_RULES, examine } from '../conformance/conformance.js';
import type { RuleVerdict } from '../conformance/rule.types.js';
import { Stage } from '../conformance/stage.js';
import { EXIT, type ExitCode } from '../exit-codes.js';
import { command, does, type Work } from '../frame.js';
import { readOneKey, withKeyFlags, type KeyFlags } from '../inputs/key.input.js';
import { withAmount, type AmountFlags } from '../inputs/test-order.input.js';
import { printable, type Report, type TextStyle } from '../output/index.js';
import { assertWebAddress } from '../wire/notification.request.js';

interface ConformanceFlags extends KeyFlags, AmountFlags {
  readonly order: string;
  readonly urlRules: NotificationUrlRules;
  readonly get: boolean;
}

const HELP = `
It sends some thirty requests: genuine ones, which say "initialized" and pay nothing, and forged ones. An endpoint that knows
only its own orders needs the id of one, best of a test order: one of the notifications has a status that does not exist.

Exit code 0 when every "must" holds, 1 when one is broken.

Example:
  tillbridge conformance https://shop.example/payments/notifications/web --key-env WEB_API_KEY --order TEST-1`;

/** `tillbridge conformance URL`: tests the merchant's side of the specification on any endpoint. */
export function conformanceCommand(): Command {
  const made = command('conformance')
    .argument('<url>', 'the notification address, of this package or of anything else')
    .option('--order <id>', 'order_id of the notifications', 'TILLBRIDGE-CONFORMANCE')
    .addOption(
      new Option(
        '--url-rules <rules>',
        'by which the address is judged; development takes http, ports and this machine',
      )
        .choices(['live', 'development'])
        .default('live'),
    )
    .option('--get', 'notifications by GET, too', false);
  return does<ConformanceFlags>(withKeyFlags(withAmount(made)).addHelpText('after', HELP), tryAll);
}

const tryAll: Work<ConformanceFlags> = async ({ flags, output, signal }, url = '') => {
  assertWebAddress(url);
  const { key } = await readOneKey(flags);
  const { order: orderId, amount, currency, urlRules, get: byGet } = flags;
  const stage = new Stage({ url, key, orderId, amount, currency, urlRules, byGet }, new SystemClock(), signal);
  const progress = await output.progress('Rules', CONFORMANCE_RULES.length);
  try {
    const verdicts = await examine(stage, { onRule: (done) => progress.update(done), signal });
    if (!stage.wasAnswered && !signal.aborted) throw unreachable(url);
    return reportOf(url, verdicts);
  } finally {
    progress.stop();
  }
};

const unreachable = (url: string): CliError =>
  new CliError({
    code: 'ENDPOINT_UNREACHABLE',
    message: `Nothing answers at ${url}.`,
    advice: 'Is the application running, and does the name lead to it from here?',
  });

const isBroken =
  (level: RuleVerdict['level']) =>
  (each: RuleVerdict): boolean =>
    each.level === level && each.verdict === 'broken';

function reportOf(url: string, verdicts: readonly RuleVerdict[]): Report {
  const complete = verdicts.length === CONFORMANCE_RULES.length;
  const broken = verdicts.filter(isBroken('must')).length;
  const advised = verdicts.filter(isBroken('should')).length;
  const counts = {
    held: verdicts.filter(({ verdict }) => verdict === 'held').length,
    broken,
    advised,
    skipped: verdicts.filter(({ verdict }) => verdict === 'skipped').length,
  };
  const exit: ExitCode = complete ? (broken === 0 ? EXIT.done : EXIT.no) : EXIT.stopped;
  return {
    exit,
    json: { url, conforms: complete && broken === 0, complete, counts, rules: verdicts },
    text: (style) =>
      [rowsOf(verdicts, style), ...faultsOf(verdicts, style), '', summary(counts, complete, style)].join('\n'),
  };
}

const markOf = ({ level, verdict }: RuleVerdict, { good, warn, bad, dim }: TextStyle): string => {
  if (verdict === 'held') return good('holds');
  if (verdict === 'skipped') return dim('skipped');
  return level === 'must' ? bad('broken') : warn('advice');
};

const rowsOf = (verdicts: readonly RuleVerdict[], style: TextStyle): string =>
  style.table(
    ['', 'Where', 'Rule'],
    verdicts.map((each) => [markOf(each, style), each.source, each.title]),
  );

const faultsOf = (verdicts: readonly RuleVerdict[], style: TextStyle): readonly string[] =>
  verdicts
    .filter(({ verdict }) => verdict === 'broken')
    .map(
      (each) => `\n${style.bold(each.id)} (${each.source}, ${each.level})\n  ${printable(each.seen)}\n  ${each.fix}`,
    );

function summary(
  { held, broken, advised, skipped }: Readonly<Record<'held' | 'broken' | 'advised' | 'skipped', number>>,
  complete: boolean,
  { good, bad }: TextStyle,
): string {
  const counts = `${held} hold, ${broken} broken, ${advised} to be advised, ${skipped} skipped.`;
  if (!complete) return bad(`Stopped early. ${counts}`);
  return broken === 0 ? good(`It conforms. ${counts}`) : bad(`It does not conform. ${counts}`);
}
