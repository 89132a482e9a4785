import type { ComponentChildren } from 'preact';
import { sum } from 'd3-array';
import { DelayScale, type DelayMark } from '../charts/delay-scale.js';
import { HourChart } from '../charts/hour-chart.js';
import { RowChart } from '../charts/row-chart.js';
import type { RenderedPage } from '../../pages/page.frame.js';
import { TickIcon } from '../../pages/icons.js';
import type { DiagnosticsFigures } from '../../shop/diagnostics/index.js';
import { dashboardPage, PATHS, type DashboardContext } from '../frame/dashboard.layout.js';
import { concernsOf, countText } from './concerns.js';
import type { HourFigure } from './hourly-figures.js';
import { LaneRows } from './lane-rows.view.js';
import type { Overview } from './overview.service.js';
import { ServiceRows } from './service-rows.view.js';
import type { WaitingBand } from './waiting-ages.js';

/** Renders how payments fare: what needs a person first, then the figures, drawn. */
export function overviewPage({ overview, context }: { overview: Overview; context: DashboardContext }): RenderedPage {
  const { figures, payments, refunds, waiting } = overview;
  const children = (
    <>
      <h1>Overview</h1>
      <p class="lead">What needs a person comes first; everything else the shop does by itself.</p>
      <Concerns figures={figures} context={context} />
      <div class="board">
        <Hours id="payments" title="Payments per hour" bars={payments} context={context} counted={PAID} />
        <Hours id="refunds" title="Refunds per hour" bars={refunds} context={context} counted={REQUESTED} />
        <Waiting bands={waiting} />
        <Acknowledgements summary={figures.acknowledgements} />
        <Panel id="lanes" title="Refunds on their way out">
          <LaneRows refunds={figures.refunds} context={context} />
        </Panel>
        <Panel id="service" title="Calls to the service" aside="as this process sees it">
          <ServiceRows service={figures.service} context={context} />
        </Panel>
      </div>
    </>
  );
  return dashboardPage({ title: 'Overview', section: PATHS.overview, context, children });
}

function Concerns({ figures, context }: { figures: DiagnosticsFigures; context: DashboardContext }) {
  const concerns = concernsOf(figures);
  return (
    <section class="card" data-part="concerns" aria-label="What needs a person">
      {concerns.length === 0 && (
        <p class="calm">
          <TickIcon />
          Nothing needs a person.
        </p>
      )}
      {concerns.length > 0 && (
        <ul class="concerns">
          {concerns.map(({ tone, text, advice, path }) => (
            <li key={text}>
              <span class={`tag ${tone}`}>{tone === 'bad' ? 'to do' : 'watch'}</span>
              <div>
                <a href={context.base + path}>{text}</a>
                <p class="small">{advice}</p>
              </div>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

interface PanelProps {
  readonly id: string;
  readonly title: string;
  readonly aside?: string;
  readonly children: ComponentChildren;
}

function Panel({ id, title, aside, children }: PanelProps) {
  return (
    <section class="card" data-part={id} aria-labelledby={id}>
      <div class="head">
        <h2 id={id}>{title}</h2>
        {aside !== undefined && <p>{aside}</p>}
      </div>
      {children}
    </section>
  );
}

interface HoursProps {
  readonly id: string;
  readonly title: string;
  readonly bars: readonly HourFigure[];
  readonly context: DashboardContext;
  /** What the bars count. */
  readonly counted: { readonly one: string; readonly many: string };
}

const PAID = { one: 'order paid', many: 'orders paid' };
const REQUESTED = { one: 'refund requested', many: 'refunds requested' };

function Hours({ id, title, bars, context, counted }: HoursProps) {
  const isWhole = bars.every(({ count }) => count !== null);
  const count = sum(bars, (bar) => bar.count ?? 0);
  const total = count.toLocaleString('en');
  return (
    <Panel id={id} title={title}>
      <div class="body">
        <p>
          <span class="amount">{isWhole ? total : `over ${total}`}</span>{' '}
          <span class="small">{isWhole && count === 1 ? counted.one : counted.many} in the last 24 hours</span>
        </p>
        <HourChart labelledBy={id} bars={bars} timeZone={context.timeZone} />
      </div>
    </Panel>
  );
}

function Waiting({ bands }: { bands: readonly WaitingBand[] }) {
  const rows = bands.map(({ text, count, isLate }) => ({
    name: text,
    count,
    isLate,
    text: countText(count, '', '').trim(),
  }));
  return (
    <Panel id="waiting" title="Orders that wait for an end" aside="by age">
      <div class="body">
        <RowChart labelledBy="waiting" rows={rows} />
        <p class="small after">
          They are polled until the service says how they ended. Bank transfers may take days; the rest should not. One
          that was just paid is counted until its next poll.
        </p>
      </div>
    </Panel>
  );
}

function Acknowledgements({ summary }: { summary: DiagnosticsFigures['acknowledgements'] }) {
  const { count, p50Ms, p99Ms, maxMs } = summary;
  const marks: readonly (Omit<DelayMark, 'ms'> & { ms: number | null })[] = [
    { name: 'half within', ms: p50Ms, shape: 'circle' },
    { name: '99 of 100 within', ms: p99Ms, shape: 'diamond' },
    { name: 'longest', ms: maxMs, shape: 'triangle' },
  ];
  const known = marks.filter((mark): mark is DelayMark => mark.ms !== null);
  return (
    <Panel id="acknowledgements" title="Time to acknowledge notifications" aside="by this process, last hour">
      <div class="body">
        {count === 0 ? (
          <p class="small">No notification has come to this process in the last hour.</p>
        ) : (
          <>
            <DelayScale labelledBy="acknowledgements" marks={known} />
            <p class="small after">Of {countText(count, 'notification', 'notifications')}.</p>
          </>
        )}
      </div>
    </Panel>
  );
}
