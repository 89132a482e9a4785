import { readFileSync } from 'node:fs';
import { expect, it } from '@jest/globals';
import { DASHBOARD_LABELS } from '../../src/dashboard/dashboard.labels.js';

/** A name in italics begins with a capital letter; a status in italics does not. */
const NAME = /(?<!\*)\*([A-Z][^*]*)\*(?!\*)/g;

function textsIn(labels: unknown): string[] {
  if (typeof labels === 'string') return [labels];
  return typeof labels === 'object' && labels !== null ? Object.values(labels).flatMap(textsIn) : [];
}

it.each(['docs/runbook.md', 'docs/reference/dashboard-pages.md'])(
  'the pages, tabs and filters that %s names are those of the dashboard',
  (page) => {
    const labels = new Set(textsIn(DASHBOARD_LABELS));
    const lines = readFileSync(page, 'utf8').split('\n');
    // The panels of the Grafana board have names of their own.
    const named = lines.filter((line) => !line.includes('Grafana')).flatMap((line) => [...line.matchAll(NAME)]);
    expect(named.length).toBeGreaterThan(3);
    expect(named.map(([, name]) => name).filter((name) => !labels.has(name!))).toEqual([]);
  },
);
