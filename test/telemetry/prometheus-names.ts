import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

/** Every series of a page in the text format of Prometheus. */
export const namesShown = (page: string): string[] => [
  ...new Set([...page.matchAll(/^([a-z_:][\w:]*)[{ ]/gim)].map(([, name]) => name!)),
];

/** What a Grafana dashboard asks Prometheus for, in whatever panel or variable. */
export interface Asked {
  /** Metrics of this package. */
  readonly metrics: readonly string[];
  /** Labels of this package, by which it groups and chooses. */
  readonly labels: readonly string[];
}

const NAME = /\btillbridge_\w+/g;
/** Where labels stand: behind `by`, in braces, and behind the metric of `label_values`. */
const LABELS = /(?:by|on) \([^)]*\)|\{[^}]*\}|, tillbridge_\w+\)$/g;

/** Reads a dashboard as Grafana exports it. */
export function askedBy(board: unknown): Asked {
  const queries: string[] = [];
  const walk = (value: unknown, key: string): void => {
    if (typeof value === 'string' && ['expr', 'query', 'definition'].includes(key)) queries.push(value);
    if (typeof value !== 'object' || value === null) return;
    for (const [inner, part] of Object.entries(value)) walk(part, Array.isArray(value) ? key : inner);
  };
  walk(board, '');
  const names = (texts: readonly string[]): string[] => [...new Set(texts.flatMap((text) => text.match(NAME) ?? []))];
  return {
    metrics: names(queries.map((query) => query.replaceAll(LABELS, ''))),
    labels: names(queries.flatMap((query) => query.match(LABELS) ?? [])),
  };
}

/** One number of a page. */
export interface Series {
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

/** All numbers of a page that go by this name. */
export function seriesOf(page: string, name: string): Series[] {
  const lines = page.split('\n').map((line) => /^(\w+)(?:\{(.*)\})? (\S+)$/.exec(line));
  return lines.flatMap((line) => {
    if (line?.[1] !== name) return [];
    const labels = [...(line[2] ?? '').matchAll(/(\w+)="([^"]*)"/g)].map(([, key, value]) => [key, value]);
    return [{ labels: Object.fromEntries(labels) as Record<string, string>, value: Number(line[3]) }];
  });
}

/** One alert rule of config/prometheus-alerts.yml. */
export interface AlertRule {
  readonly alert: string;
  readonly expr: string;
  readonly labels: { readonly severity: string };
  readonly annotations: { readonly summary: string; readonly description: string; readonly runbook_url: string };
}

/** The alert rules that are shipped, of all groups. */
export function readAlertRules(): AlertRule[] {
  const file = parse(readFileSync('config/prometheus-alerts.yml', 'utf8')) as { groups: { rules: AlertRule[] }[] };
  return file.groups.flatMap(({ rules }) => rules);
}
