import type { Figures } from './figures.js';

/** One figure, and what it may be at most. */
export interface FigureLimit {
  valueOf(figures: Figures): number;
  atMost: number;
}

/** What the source has to keep; a limit is lowered when the source is better for good, and never raised. */
export const FIGURE_LIMITS: Readonly<Record<string, FigureLimit>> = {
  'lines of a file, median': { valueOf: ({ files }) => files.median, atMost: 63 },
  'lines of a file, 90th percentile': { valueOf: ({ files }) => files.ninety, atMost: 142 },
  'lines of a file, longest': { valueOf: ({ files }) => files.longest, atMost: 250 },
  'lines of a function, median': { valueOf: ({ functions }) => functions.median, atMost: 4 },
  'lines of a function, 90th percentile': { valueOf: ({ functions }) => functions.ninety, atMost: 13 },
  'lines of a function, longest': { valueOf: ({ functions }) => functions.longest, atMost: 48 },
  'exports without documentation': { valueOf: ({ exports }) => exports.count - exports.documented, atMost: 0 },
  'rings of imports': { valueOf: ({ cycles }) => cycles, atMost: 0 },
  'places at the first level of src/shop': { valueOf: ({ levels }) => levels['shop']?.places ?? 0, atMost: 25 },
  'arrows between them': { valueOf: ({ levels }) => levels['shop']?.arrows ?? 0, atMost: 130 },
  'arrows upwards in src/shop': { valueOf: ({ levels }) => levels['shop']?.upwards ?? 0, atMost: 0 },
  'arrows upwards in src/sandbox': { valueOf: ({ levels }) => levels['sandbox']?.upwards ?? 0, atMost: 0 },
};

/** The figures as a Markdown table. */
export function figuresTable(figures: Figures): string {
  const { files, functions, exports, levels } = figures;
  const sandbox = levels['sandbox'];
  const counted = [
    `| files, functions, exports | ${files.count}, ${functions.count}, ${exports.count} | |`,
    `| exports with documentation | ${((100 * exports.documented) / exports.count).toFixed(1)} % | 100 % |`,
    `| places and arrows at the first level of src/sandbox | ${sandbox?.places}, ${sandbox?.arrows} | |`,
  ];
  const limited = Object.entries(FIGURE_LIMITS).map(
    ([name, { valueOf, atMost }]) => `| ${name} | ${valueOf(figures)} | ${atMost} |`,
  );
  return ['| Figure | Value | At most |', '|---|---|---|', ...limited, ...counted].join('\n');
}
