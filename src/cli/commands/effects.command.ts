import { Command, Option } from 'commander';
import type { EffectReplayReport, EffectReplayState, FailedCount } from '../../shop/index.js';
import { EXIT } from '../exit-codes.js';
import { appliedDecision, does, shopCommand, withApply, type ApplyFlags, type Work } from '../frame.js';
import { printable, type Report, type TextStyle } from '../output/index.js';
import { withShop } from '../shop/with-shop.js';

const HELP = `
What handlers after the commit failed to do: it did not happen. Without --apply it is only counted.
The shop's own processes run it again, under the id that it always had. Exit code 1 while any is left.
With --state pending those that failed and wait for their next try are tried at once.

Examples:
  tillbridge effects replay
  tillbridge effects replay --state pending --apply --why 'mail server is back'
  tillbridge effects replay Mailer.confirm --apply --why 'mail server is back'`;

interface EffectsFlags extends ApplyFlags {
  readonly state: EffectReplayState;
}

/** `tillbridge effects replay`: runs effects that failed again, all of them or those of one handler. */
export function effectsCommand(): Command {
  const made = shopCommand('replay', 'Run effects that failed once more.')
    .argument('[handler]', 'only those of one handler')
    .addOption(
      new Option('--state <state>', 'those that failed on every try, or those that failed and wait for their next try')
        .choices(['failed', 'pending'])
        .default('failed'),
    );
  const replay = withApply(made, 'have them run again').addHelpText('after', HELP);
  return new Command('effects').addCommand(does<EffectsFlags>(replay, replayed));
}

const NOTHING: EffectReplayReport = { seen: 0, replayed: 0, complete: true };

const replayed: Work<EffectsFlags, [string | undefined]> = async ({ flags, output, signal }, effect) => {
  const decision = appliedDecision(flags);
  const { state } = flags;
  return withShop(flags, output, async ({ payments: { effects } }) => {
    const isMeant = (each: FailedCount): boolean => effect === undefined || each.effect === effect;
    const failed = (await effects.failedCounts(state)).filter(isMeant);
    if (decision === null) return reportOf({ state, failed }, null);
    const progress = await output.progress('Effects replayed', sumOf(failed));
    try {
      const onProgress = ({ seen }: { readonly seen: number }): void => progress.update(seen);
      return reportOf({ state, failed }, await effects.replayAll({ effect, state }, decision, { signal, onProgress }));
    } finally {
      progress.stop();
    }
  });
};

const sumOf = (failed: readonly FailedCount[]): number => failed.reduce((sum, { count }) => sum + count, 0);

/** What is said of effects in each state. */
const TEXTS: Readonly<Record<EffectReplayState, { none: string; column: string; found: string }>> = {
  failed: {
    none: 'No effect has failed.',
    column: 'Failed',
    found: 'failed. With --apply and --why they are run again.',
  },
  pending: {
    none: 'No effect that failed waits for its next try.',
    column: 'To be tried again',
    found: 'failed and wait for their next try. With --apply and --why they are tried at once.',
  },
};

/** What was found. */
interface Found {
  readonly state: EffectReplayState;
  readonly failed: readonly FailedCount[];
}

/** @param done - the result; null if the effects were only counted */
function reportOf({ state, failed }: Found, done: EffectReplayReport | null): Report {
  const texts = TEXTS[state];
  const { seen, replayed: again, complete } = done ?? NOTHING;
  const sum = sumOf(failed);
  const text = (style: TextStyle): string =>
    sum === 0
      ? style.good(texts.none)
      : [
          style.table(
            ['Handler', texts.column],
            failed.map(({ effect, count }) => [printable(effect), String(count)]),
          ),
          done === null
            ? `${sum} ${texts.found}`
            : `${again} of ${seen} are run again.${complete ? '' : ' Stopped early: the same call goes on.'}`,
        ].join('\n');
  const exit = !complete ? EXIT.stopped : done === null && sum > 0 ? EXIT.no : EXIT.done;
  return { exit, json: { failed, seen, replayed: again, complete }, text };
}
