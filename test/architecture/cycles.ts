import type { Breach, SourceTree } from './source-tree.js';

interface Edge {
  to: string;
  line: number;
}

/** Shortest way from `start` back to itself (breadth first), or nothing. */
function ringThrough(start: string, edgesOf: (path: string) => Edge[]): string[] | undefined {
  const cameFrom = new Map<string, string>();
  const queue = [start];
  for (let path = queue.shift(); path !== undefined; path = queue.shift()) {
    for (const { to } of edgesOf(path)) {
      if (to === start) return trace(path, start, cameFrom);
      if (!cameFrom.has(to)) {
        cameFrom.set(to, path);
        queue.push(to);
      }
    }
  }
  return undefined;
}

function trace(end: string, start: string, cameFrom: ReadonlyMap<string, string>): string[] {
  const ring: string[] = [];
  for (let path: string | undefined = end; path !== undefined && path !== start; path = cameFrom.get(path)) {
    ring.unshift(path);
  }
  return [start, ...ring];
}

/** Reports each ring of imports once, at the first of its files in the order of the tree. */
export function findCycles(tree: SourceTree, edgesOf: (path: string) => Edge[]): Breach[] {
  const edges = new Map([...tree.keys()].map((path) => [path, edgesOf(path)]));
  const reported = new Set<string>();
  return [...tree.keys()].flatMap((path) => {
    if (reported.has(path)) return [];
    const ring = ringThrough(path, (each) => edges.get(each) ?? []);
    if (!ring) return [];
    for (const each of ring) reported.add(each);
    const line = edges.get(path)?.find(({ to }) => to === (ring[1] ?? path))?.line ?? 1;
    return [{ file: path, line, message: `imports itself in a ring: ${[...ring, path].join(' → ')}` }];
  });
}
