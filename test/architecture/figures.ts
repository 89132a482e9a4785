import ts from 'typescript';
import { findCycles } from './cycles.js';
import { edgesOf } from './imports.js';
import { FEATURES } from './rooms.js';
import { exportsOf, lineCount } from './shape-rules.js';
import { isSource, isSpec, lineOf, walk, type SourceFile, type SourceTree } from './source-tree.js';

/** How a number of things are spread: median, 90th percentile and the longest. */
export interface Spread {
  count: number;
  median: number;
  ninety: number;
  longest: number;
}

/** The first level of a folder of features. */
export interface Level {
  /** Folders, and files that stand loose beside them. */
  places: number;
  /** Pairs of places of which the first imports the second. */
  arrows: number;
  /** Arrows from a feature to one that stands above it, or to a loose file. */
  upwards: number;
}

/** What `npm run figures` prints, measured in the library source without its specs. */
export interface Figures {
  /** Lines of each file. */
  files: Spread;
  /** Lines of each function, arrow functions and methods included. */
  functions: Spread;
  exports: { count: number; documented: number };
  /** Rings of files that import one another. */
  cycles: number;
  levels: Record<string, Level>;
}

/** The smallest value that so large a part of the sorted values does not exceed. */
const quantile = (sorted: readonly number[], part: number): number =>
  sorted[Math.max(0, Math.ceil(part * sorted.length) - 1)] ?? 0;

function spreadOf(values: readonly number[]): Spread {
  const sorted = [...values].sort((one, other) => one - other);
  const at = (part: number): number => quantile(sorted, part);
  return { count: sorted.length, median: at(0.5), ninety: at(0.9), longest: at(1) };
}

/** Lines of every function of a file that has a body. */
function functionLengths(file: SourceFile): number[] {
  const lengths: number[] = [];
  walk(file.syntax, (node) => {
    if (!ts.isFunctionLike(node) || !('body' in node) || !node.body) return;
    lengths.push(file.syntax.getLineAndCharacterOfPosition(node.end).line + 2 - lineOf(file, node));
  });
  return lengths;
}

/** `src/shop/orders/ledger/ledger.ts` → `orders/`; a loose file is a place of its own. */
function placeIn(room: string, path: string): string {
  const [first = '', ...rest] = path.slice(`src/${room}/`.length).split('/');
  return rest.length > 0 ? `${first}/` : first;
}

/** A loose file, and a folder that no order names, stand above all features. */
function heightIn(room: string, place: string): number {
  const order = FEATURES[room] ?? [];
  const height = order.indexOf(place.replace(/\/$/, ''));
  return height < 0 ? order.length : height;
}

function levelOf(tree: SourceTree, room: string): Level {
  const files = [...tree.values()].filter(({ path }) => path.startsWith(`src/${room}/`));
  const arrows = new Map<string, boolean>();
  for (const file of files) {
    const from = placeIn(room, file.path);
    for (const { to: target } of edgesOf(tree, file.path)) {
      const to = target.startsWith(`src/${room}/`) ? placeIn(room, target) : from;
      if (to !== from) arrows.set(`${from} ${to}`, heightIn(room, to) > heightIn(room, from));
    }
  }
  const upwards = [...arrows.values()].filter(Boolean).length;
  return { places: new Set(files.map(({ path }) => placeIn(room, path))).size, arrows: arrows.size, upwards };
}

/** Measures the library source; specs and everything outside of `src` are left out. */
export function measure(all: SourceTree): Figures {
  const tree: SourceTree = new Map([...all].filter(([path]) => isSource(path) && !isSpec(path)));
  const files = [...tree.values()];
  const exports = files.flatMap(exportsOf);
  return {
    files: spreadOf(files.map(({ text }) => lineCount(text))),
    functions: spreadOf(files.flatMap(functionLengths)),
    exports: { count: exports.length, documented: exports.filter(({ isDocumented }) => isDocumented).length },
    cycles: findCycles(tree, (path) => edgesOf(tree, path)).length,
    levels: Object.fromEntries(Object.keys(FEATURES).map((room) => [room, levelOf(tree, room)])),
  };
}
