export interface RowWithResult {
  id: string;
  kind: 'pairs' | 'scenario' | 'newcomer';
  title?: string;
  node: string;
  nest?: string;
  typeorm?: string;
  http?: string;
  module?: string;
  by?: string;
  seconds?: number;
  database?: string;
  date?: string;
  revision?: string;
  outcome: 'passed' | 'failed' | 'not run';
  reason?: string;
  versions: Record<string, string>;
}

export function renderSummary(
  rows: readonly RowWithResult[],
  manifest: { engines: { node: string }; peerDependencies: Record<string, string> },
): string;

export function renderPage(
  rows: readonly RowWithResult[],
  about: {
    axes: Record<string, readonly string[]>;
    excluded: readonly { pair: Record<string, string>; reason: string }[];
  },
): string;

export function replaceTable(page: string, heading: string, text: string): string;
