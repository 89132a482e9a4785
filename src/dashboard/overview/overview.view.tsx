import type { ComponentChildren } from 'preact';
import { sum } from 'd3-array';
import { DelayScale, type DelayMark } from '../charts/delay-scale.js';
import { HourChart } from '../charts/hour-chart.js';
import { RowChart } from '../charts/row-chart.js';
import { FilterForm, SearchField } from '../../pages/filter.parts.js';
import type { RenderedPage } from '../../pages/page.frame.js';
import type { DiagnosticsFigures } from '../../shop/diagnostics/index.js';
import { DAY_MS } from '../../support/index.js';
import { dashboardPage, PATHS, type DashboardContext } from '../frame/dashboard.layout.js';
import { LONGEST_SEARCH } from '../orders/order-filter.js';
import { FIND } from '../orders/order-address.js';
import { Concerns } from './concerns.view.js';
import { countText, numberText } from './concerns.js';
import { dayIn } from './days.js';
import type { HourFigure } from './hourly-figures.js';
import { LaneRows } from './lane-rows.view.js';
import { MoneyTable } from './money.view.js';
import type { Overview } from './overview.service.js';
import { ServiceRows } from './service-rows.view.js';
import type { WaitingBand } from './waiting-ages.js';

/** Renders the overview: what needs attention first, then the money, then the figures as charts. */
export function overviewPage({ overview, context }: { overview: Overview; context: DashboardContext }): RenderedPage {
  const { figures, payments, refunds, waiting } = overview;
  const { overview: labels } = context.labels;
  const since = dayIn(context, -1);
  const children = (
    <>
      <h1>{labels.title}</h1>
      <p class="lead">{labels.lead}</p>
      <Find context={context} />
      <Concerns overview={overview} context={context} />
      <MoneyTable money={overview.money} context={context} />
      <div class="board">
        <Hours
          id="payments"
          title={labels.hours.payments}
          bars={payments}
          counted={labels.hours.paid}
          path={`${PATHS.orders}?status=paid&from=${since}`}
          context={context}
        />
        <Hours
          id="refunds"
          title={labels.hours.refunds}
          bars={refunds}
          counted={labels.hours.requested}
          path={`${PATHS.refunds}?from=${since}`}
          context={context}
        />
        <Unfinished bands={waiting} context={context} />
        <Acknowledgements summary={figures.acknowledgements} context={context} />
        <Panel id="lanes" title={labels.sending.title}>
          <LaneRows refunds={figures.refunds} context={context} />
        </Panel>
        <Panel id="service" title={labels.service.title} aside={labels.service.aside}>
          <ServiceRows service={figures.service} context={context} />
        </Panel>
      </div>
    </>
  );
  return dashboardPage({ title: labels.title, section: PATHS.overview, context, children });
}

function Find({ context }: { context: DashboardContext }) {
  const { find } = context.labels.overview;
  return (
    <FilterForm columns="one" action={`${context.base}${PATHS.orders}/${FIND}`} button={find.button} isNarrowed={false}>
      <SearchField name="search" label={find.label} value="" most={LONGEST_SEARCH} />
    </FilterForm>
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
  /** The name of the counted rows. */
  readonly counted: { readonly one: string; readonly many: string };
  /** The list of the counted rows, below the page's `base`. */
  readonly path: string;
}

function Hours({ id, title, bars, context, counted, path }: HoursProps) {
  const { hours } = context.labels.overview;
  const isWhole = bars.every(({ count }) => count !== null);
  const count = sum(bars, (bar) => bar.count ?? 0);
  const total = count.toLocaleString('en');
  return (
    <Panel id={id} title={title}>
      <div class="body">
        <p>
          <a class="amount" href={context.base + path}>
            {isWhole ? total : hours.over(total)}
          </a>{' '}
          <span class="small">
            {isWhole && count === 1 ? counted.one : counted.many} {hours.period}
          </span>
        </p>
        <HourChart labelledBy={id} bars={bars} timeZone={context.timeZone} labels={context.labels.charts} />
      </div>
    </Panel>
  );
}

function Unfinished({ bands, context }: { bands: readonly WaitingBand[]; context: DashboardContext }) {
  const { unfinished } = context.labels.overview;
  const rows = bands.map(({ text, count, isLate, fromMs, untilMs }) => {
    const query = new URLSearchParams({ status: 'unfinished', to: dayIn(context, -fromMs / DAY_MS) });
    if (untilMs < YEAR_MS) query.set('from', dayIn(context, -untilMs / DAY_MS));
    return { name: text, count, isLate, text: numberText(count), href: `${context.base}${PATHS.orders}?${query}` };
  });
  return (
    <Panel id="waiting" title={unfinished.title} aside={unfinished.aside}>
      <div class="body">
        <RowChart labelledBy="waiting" rows={rows} />
        <p class="small after">{unfinished.text}</p>
      </div>
    </Panel>
  );
}

const YEAR_MS = 366 * DAY_MS;

interface AcknowledgementsProps {
  readonly summary: DiagnosticsFigures['acknowledgements'];
  readonly context: DashboardContext;
}

function Acknowledgements({ summary, context }: AcknowledgementsProps) {
  const { acknowledgements: labels } = context.labels.overview;
  const { count, p50Ms, p99Ms, maxMs } = summary;
  const marks: readonly (Omit<DelayMark, 'ms'> & { ms: number | null })[] = [
    { name: labels.half, ms: p50Ms, shape: 'circle' },
    { name: labels.most, ms: p99Ms, shape: 'diamond' },
    { name: labels.longest, ms: maxMs, shape: 'triangle' },
  ];
  const known = marks.filter((mark): mark is DelayMark => mark.ms !== null);
  return (
    <Panel id="acknowledgements" title={labels.title} aside={labels.aside}>
      <div class="body">
        {count === 0 ? (
          <p class="small">{labels.none}</p>
        ) : (
          <>
            <DelayScale labelledBy="acknowledgements" marks={known} />
            <p class="small after">{labels.ofAll(countText(count, labels.of))}</p>
          </>
        )}
      </div>
    </Panel>
  );
}
