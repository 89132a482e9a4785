import { describe, expect, it } from '@jest/globals';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { transformSync } from '@swc/core';
import type { DiagnosticsFigures } from 'tillbridge';
import { DEFAULT_LIMITS, checkHealth } from '../../src/health/health.rules.js';
import { GAUGES } from '../../src/shop/diagnostics/gauge-table.js';
import { ATTRIBUTE, COUNTERS, DURATIONS, SPAN } from '../../src/shop/telemetry/index.js';
import { attentionText } from '../../src/shop/admin/reason.labels.js';
import { messages } from '../../src/shop/core/messages.js';
import { attentionSection, runbook, RUNBOOK_SECTIONS } from '../../src/shop/core/runbook.js';
import { readAlertRules } from './prometheus-names.js';

/** How to set it up, and the names of everything. */
const PAGE = `${readFileSync('docs/reference/metrics.md', 'utf8')}\n${readFileSync('docs/telemetry.md', 'utf8')}`;

/** Rows of the table below a heading of the page, their first two cells. */
function table(heading: string, page = PAGE): [string, string][] {
  const section = page.split(/^#+ /m).find((part) => part.startsWith(heading)) ?? '';
  const rows = section.split('\n').filter((line) => line.startsWith('| `'));
  return rows.map((line) => line.split(/(?<!\\)\|/).map((cell) => cell.trim())).map(([, a = '', b = '']) => [a, b]);
}

const bare = (cell: string): string => cell.replaceAll('`', '').replaceAll('\\|', '|');

/** The files of a folder, those in folders of it too, tests left out. */
const filesOf = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !name.endsWith('.spec.ts'))
    .map((name) => join(folder, name));

/** The areas of the background work: their loggers are made from a table, `Tillbridge:${AREAS[name]}`. */
const areas = (file: string): string[] =>
  file.endsWith('worker-registry.ts')
    ? [...readFileSync(file, 'utf8').matchAll(/^ {2}'?[a-z-]+'?: '([A-Z]\w+)',$/gm)].map(
        ([, area]) => `'Tillbridge:${area}'`,
      )
    : [];

/** Every context in the source of the module and its pages. */
function contexts(): string[] {
  const found = ['shop', 'dashboard', 'health', 'telemetry', 'bullmq'].flatMap((room) => filesOf(join('src', room)));
  const made = found.flatMap((file) => [...readFileSync(file, 'utf8').matchAll(/new Logger\(([^`)]*)\)/g)]);
  return [...new Set([...made.map(([, context]) => context!), ...found.flatMap(areas)])].sort();
}

/** What a message calls its facts, whatever they are. */
const marked = (name: string): string => (name === 'id' ? '019b7767-4c00-7a3f-8c1d-0f2e6b5a9d31' : `<<${name}>>`);
const FACTS: object = new Proxy({}, { get: (_, name) => marked(String(name)) });

/** The catalogue without types: what the facts of a message are called stands there alone. */
const CATALOGUE = transformSync(readFileSync('src/shop/core/messages.ts', 'utf8'), {
  jsc: { target: 'es2022', parser: { syntax: 'typescript' } },
}).code;

/** A message with a mark in the place of each of its facts. */
function rendered(name: keyof typeof messages): string {
  const make: unknown = messages[name];
  if (typeof make !== 'function') return String(make);
  const names = new RegExp(`^ +${name}: ?\\(?([^)]*?)\\)?\\s*=>`, 'm').exec(CATALOGUE)![1]!;
  const isOne = names.startsWith('{') ? [FACTS] : [];
  const rest = names.replace(/^\{[^}]*\},?/s, '');
  const given = rest.split(',').map((name) => name.trim());
  const facts = given.filter(Boolean).map((name) => (['failure', 'refund'].includes(name) ? FACTS : marked(name)));
  return String(Reflect.apply(make, undefined, [...isOne, ...facts]));
}

/** Which properties of a message stand for which field of the page. */
const PROPERTIES_OF: Readonly<Record<string, readonly string[]>> = {
  order: ['orderId', 'serviceOrderId'],
  group: ['group'],
};

describe('the lines that are logged', () => {
  it('come under the contexts of docs/reference/metrics.md, all of them and no other', () => {
    const tabled = table('Contexts').map(([context]) => `'${bare(context)}'`);
    expect(contexts()).toEqual(tabled.sort());
    expect(tabled.length).toBeGreaterThan(8);
  });

  const fields = new Map(table('Fields').map(([field, pattern]) => [bare(field), bare(pattern)]));

  it.each(Object.keys(messages) as (keyof typeof messages)[])(
    'say their facts in the phrases of docs/reference/metrics.md: %s',
    (name) => {
      const text = rendered(name);
      expect(text).not.toContain('undefined');
      for (const [field, properties] of Object.entries(PROPERTIES_OF)) {
        const found = new RegExp(fields.get(field)!).exec(text)?.groups?.[field] ?? null;
        // What is to be typed in, such as payments.orders.sync('…'), is no field.
        const mark = properties.map(marked).find((each) => text.replaceAll(`'${each}'`, '').includes(each)) ?? null;
        expect({ text, found }).toEqual({ text, found: mark });
      }
    },
  );

  it('name notifications, refunds and effects by patterns that find them', () => {
    const find = (field: string, text: string) => new RegExp(fields.get(field)!).exec(text)?.groups?.[field];
    expect(find('notification', rendered('notificationParked'))).toBe(marked('id'));
    expect(find('notification', rendered('notificationUnmatched'))).toBe(marked('id'));
    expect(find('refund', rendered('refundNeedsAttention'))).toBe(marked('id'));
    expect(find('refund', rendered('refundWithheld'))).toBe(marked('id'));
    expect(find('effect', rendered('effectAbandoned'))).toBe(marked('effect'));
    expect(find('effect', rendered('effectFailed'))).toBe(marked('effect'));
  });
});

const LATE = 1e12;
const AMISS = { pending: 1, oldestPendingMs: LATE, unmatched: 1, parked: 1, failed: 1 };
/** Everything is wrong with it. */
const SICK: DiagnosticsFigures = {
  at: LATE,
  inbox: AMISS,
  effects: AMISS,
  orders: { unfinished: 1, oldestUnfinishedMs: LATE, attention: 1, toRecheck: 0 },
  polling: { due: 1, overdueMs: LATE },
  refunds: { queued: 1, oldestUnsentMs: LATE, unknown: 1, manual: 1, lanes: [] },
  failing: [
    {
      work: 'notification',
      handler: 'reserve-stock',
      count: 1,
      since: 0,
      orderId: 'S1',
      attempts: 3,
      nextTryAt: LATE,
      lastError: 'handler reserve-stock: Error: no',
    },
  ],
  keylessGroups: [{ group: 'web', endedAt: 0, nextAt: null }],
  strayGroups: [{ group: 'old', unfinished: 1, notifications: 1, refunds: 1, effects: 1 }],
  service: [
    {
      group: 'web',
      circuit: 'open',
      waiting: 0,
      budget: { left: 0, burst: 1 },
      lastSuccessAt: null,
      failingSince: 0,
      clockSkewMs: -LATE,
    },
  ],
  clockSkewMs: -LATE,
  acknowledgements: { count: 0, p50Ms: null, p99Ms: null, maxMs: null },
  doorbell: { isListening: false },
  handOver: { isAway: true, oldestWaitingMs: 90_000 },
};

describe('the pages about telemetry', () => {
  const names = (rows: readonly [string, string][]): string[] => rows.map(([name]) => bare(name)).toSorted();

  it('has every metric there is, and no other', () => {
    const made = [...Object.values(COUNTERS), ...Object.values(DURATIONS), ...GAUGES].map(({ name }) => name);
    expect(names(table('Metrics'))).toEqual(made.toSorted());
  });

  it('has every span, and every attribute that spans have', () => {
    const spans = Object.values(SPAN);
    for (const name of spans) expect(PAGE).toContain(`| \`${name}\` |`);
    const ofMetrics = new Set<string>([
      ATTRIBUTE.refusal,
      ATTRIBUTE.decision,
      ATTRIBUTE.kind,
      ATTRIBUTE.hold,
      ATTRIBUTE.retry,
    ]);
    const reported = Object.values(ATTRIBUTE).filter((name) => !ofMetrics.has(name));
    const section = PAGE.split('## Traces')[1]!.split('\n## ')[0]!;
    expect(reported.filter((name) => !section.includes(`\`${name}\``))).toEqual([]);
  });

  it('has every finding of the health check, with the limit that decides it', () => {
    const rows = table('Health check');
    const limits = PAGE.split('## Health check')[1]!.split('\n## ')[0]!;
    expect(Object.keys(DEFAULT_LIMITS).filter((limit) => !limits.includes(`| \`${limit}\` |`))).toEqual([]);
    const worst = checkHealth(SICK, { ...DEFAULT_LIMITS, ordersAttention: 0 }).map(({ problem }) => problem);
    expect(names(rows)).toEqual([...worst, 'unreadable'].toSorted());
  });
});

describe('the runbook', () => {
  const text = readFileSync('docs/runbook.md', 'utf8');
  const sections = text.split(/^### /m).slice(1);
  const anchorOf = (section: string): string => section.split('\n')[0]!.toLowerCase().replaceAll(' ', '-');
  /** Where a text leads, if to the runbook. */
  const ledTo = (line: string): string | undefined => /docs\/runbook\.md#([a-z-]+)/.exec(line)?.[1];

  it('has a section for each alert, which says what it means, about money, what to do and how it ends', () => {
    expect(sections.map(anchorOf)).toEqual([...RUNBOOK_SECTIONS]);
    for (const section of sections)
      for (const part of ['- **Meaning:**', '- **Money:**', '- **Do:**', '- **Over when:**'])
        expect([anchorOf(section), section.includes(part) ? part : 'missing']).toEqual([anchorOf(section), part]);
  });

  it('is named by every line that the module logs as an error', () => {
    const source = filesOf('src/shop').map((file) => readFileSync(file, 'utf8'));
    const named = source.flatMap((file) =>
      [...file.matchAll(/logger\.error\(\s*messages\.(\w+)/g)].map(([, name]) => name as keyof typeof messages),
    );
    const lines = [...new Set(named)].map((name) => [name, ledTo(rendered(name))]);
    expect(lines.length).toBeGreaterThan(15);
    expect(lines.filter(([, section]) => !RUNBOOK_SECTIONS.includes(section as never))).toEqual([]);
  });

  it('is named by every finding of the health check', () => {
    const found = checkHealth(SICK, { ...DEFAULT_LIMITS, ordersAttention: 0 });
    expect(found.filter((each) => !RUNBOOK_SECTIONS.includes(ledTo(each.runbook) as never))).toEqual([]);
  });

  it('has a section of its own for each reason why an order needs attention', () => {
    const labels = readFileSync('src/shop/admin/reason.labels.ts', 'utf8').split('const ATTENTIONS')[1]!;
    const reasons = [...labels.split('};')[0]!.matchAll(/^ {2}(\w+):/gm)].map(([, reason]) => reason!);
    expect(reasons.length).toBeGreaterThan(5);
    const general = reasons.filter((reason) => attentionSection(reason) === 'order-needs-attention');
    expect([general, attentionSection('refund_twice')]).toEqual([[], 'refund-needs-a-decision']);
    expect(reasons.map(attentionText)).not.toContain('');
  });

  it('is named by every alert rule for Prometheus, with a summary and a description', () => {
    const rules = readAlertRules();
    expect(rules.length).toBeGreaterThan(15);
    for (const { alert, labels, annotations } of rules) {
      expect([alert, annotations.runbook_url]).toEqual([alert, runbook(ledTo(annotations.runbook_url) as never)]);
      expect(RUNBOOK_SECTIONS).toContain(ledTo(annotations.runbook_url));
      expect([annotations.summary, annotations.description]).not.toContain('');
      expect(['page', 'ticket']).toContain(labels.severity);
    }
    const paging = rules.filter(({ labels }) => labels.severity === 'page').map(({ alert }) => alert);
    const tabled = table('At night', readFileSync('docs/runbook.md', 'utf8')).flatMap(([cell]) =>
      bare(cell).split(', '),
    );
    expect(tabled.toSorted()).toEqual(paging.toSorted());
  });
});
