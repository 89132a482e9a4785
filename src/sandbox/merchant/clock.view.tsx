import type { SandboxClockReading } from '../core/index.js';
import type { RenderedPage } from '../../pages/page.frame.js';
import { dateText, distanceText } from '../../pages/time-text.js';
import type { PageContext } from '../../pages/page-context.js';
import { merchantPage, PATHS } from './merchant.layout.js';
import { ActionForm, Fact, When } from '../../pages/parts.js';
import { instantText } from '../../support/index.js';

/** The content of the page of the clock. */
export interface ClockPage {
  readonly reading: SandboxClockReading;
  /** The time of the next due work, epoch milliseconds; null if none is known. */
  readonly nextDueAt: number | null;
  readonly context: PageContext;
}

// The steps by which the clock can be put forward.
const STEPS = [
  { step: 'minute', text: '1 minute' },
  { step: 'quarter', text: '15 minutes' },
  { step: 'hour', text: '1 hour' },
  { step: 'day', text: '1 day' },
  { step: 'midnight', text: 'To midnight' },
] as const;

/** Renders the clock, and the forms that move it. */
export function clockPage({ reading, nextDueAt, context }: ClockPage): RenderedPage {
  const [date, time] = dateText(reading.now, context.timeZone).split(', ');
  const children = (
    <>
      <h1>Clock</h1>
      <p class="lead">
        Put it forward and everything that falls due on the way happens, each thing at its own time: resends, expiry,
        the payout of refunds at midnight.
      </p>
      <section class="card" aria-label="The sandbox's time">
        <div class="body">
          <p class="clock">
            <time datetime={instantText(reading.now)}>{time}</time>
          </p>
          <p>
            {date}, {context.timeZone}
          </p>
        </div>
        <Steps context={context} isMoved={reading.offsetMs !== 0} />
        <dl class="facts body">
          <Fact name="UTC">{dateText(reading.now, 'UTC')}</Fact>
          <Fact name="Against its source">{offsetText(reading)}</Fact>
          <Fact name="Next thing due">
            {nextDueAt === null ? 'nothing is foreseen' : <When at={nextDueAt} context={context} />}
          </Fact>
        </dl>
      </section>
    </>
  );
  return merchantPage({ title: 'Clock', section: PATHS.clock, context, children });
}

function Steps({ context, isMoved }: { context: PageContext; isMoved: boolean }) {
  return (
    <div class="body">
      <h2 id="forward">Put it forward</h2>
      <ActionForm action={PATHS.clock} context={context}>
        <div class="steps" role="group" aria-labelledby="forward">
          {STEPS.map(({ step, text }) => (
            <button key={step} class="button" type="submit" name="step" value={step}>
              {text}
            </button>
          ))}
        </div>
        {isMoved && (
          <div class="steps">
            <button class="button" type="submit" name="step" value="follow">
              Show the real time again
            </button>
          </div>
        )}
      </ActionForm>
    </div>
  );
}

function offsetText({ offsetMs }: SandboxClockReading): string {
  if (Math.abs(offsetMs) < 1_000) return 'the same';
  const distance = distanceText(Math.abs(offsetMs), 0).replace('in ', '');
  return offsetMs > 0 ? `${distance} ahead` : `${distance} behind`;
}
