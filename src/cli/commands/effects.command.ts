import { Command } from 'commander';
import type { EffectReplayReport, FailedCount } from '../../shop/index.js';
import { EXIT } from '../exit-codes.js';
import { appliedDecision, does, shopCommand, withApply, type ApplyFlags, type Work } from '../frame.js';
import { printable, type Report, type TextStyle } from '../output/index.js';
import { withShop } from '../shop/with-shop.js';

const HELP = `
What handlers after the commit failed to do: it did not happen. Without --apply it is only counted.
The shop's own processes run it again, under the id that it always had. Exit code 1 while any is left.

Examples:
  tillbridge effects replay
  tillbridge effects replay Mailer.confirm --apply --why 'mail server is back'`;

/** `tillbridge effects replay`: runs failed effects again, all of them or those of one handler. */
export function effectsCommand(): Command {
  const made = shopCommand('replay', 'Run effects that failed once more.').argument(
    '[handler]',
    'only those of one handler',
  );
  const replay = withApply(made, 'have them run again').addHelpText('after', HELP);
  return new Command('effects').addCommand(does<ApplyFlags>(replay, replayed));
}

const NOTHING: EffectReplayReport = { seen: 0, replayed: 0, complete: true };

const replayed: Work<ApplyFlags, [string | undefined]> = async ({ flags, output, signal }, effect) => {
  const decision = appliedDecision(flags);
  return withShop(flags, output, async ({ payments: { effects } }) => {
    const isMeant = (each: FailedCount): boolean => effect === undefined || each.effect === effect;
    const failed = (await effects.failedCounts()).filter(isMeant);
    if (decision === null) return reportOf(failed, null);
    const progress = await output.progress('Effects replayed', sumOf(failed));
    try {
      const onProgress = ({ seen }: { readonly seen: number }): void => progress.update(seen);
      return reportOf(failed, await effects.replayAll({ effect }, decision, { signal, onProgress }));
    } finally {
      progress.stop();
    }
  });
};

const sumOf = (failed: readonly FailedCount[]): number => failed.reduce((sum, { count }) => sum + count, 0);

/** @param done - the result; null if the effects were only counted */
function reportOf(failed: readonly FailedCount[], done: EffectReplayReport | null): Report {
  const { seen, replayed: again, complete } = done ?? NOTHING;
  const sum = sumOf(failed);
  const text = (style: TextStyle): string =>
    sum === 0
      ? style.good('No effect has failed.')
      : [
          style.table(
            ['Handler', 'Failed'],
            failed.map(({ effect, count }) => [printable(effect), String(count)]),
          ),
          done === null
            ? `${sum} failed. With --apply they are run again.`
            : `${again} of ${seen} are run again.${complete ? '' : ' Stopped early: the same call goes on.'}`,
        ].join('\n');
  const exit = !complete ? EXIT.stopped : done === null && sum > 0 ? EXIT.no : EXIT.done;
  return { exit, json: { failed, seen, replayed: again, complete }, text };
}
