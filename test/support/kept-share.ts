import { GCProfiler, setFlagsFromString, type GCProfilerResult } from 'node:v8';
import { runInNewContext } from 'node:vm';

type Heap = GCProfilerResult['statistics'][number]['afterGC'];

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

const usedBytes = ({ heapStatistics }: Heap): number => heapStatistics.usedHeapSize;
const youngBytes = ({ heapSpaceStatistics }: Heap): number =>
  heapSpaceStatistics.find(({ spaceName }) => spaceName === 'new_space')?.spaceUsedSize ?? 0;

/** V8 keeps what it learnt from other suites of the process, and may at first treat young objects as old. */
const TRIES = 5;
const HARDLY_ANY = 0.1;

/**
 * Runs work that keeps no objects, and measures the share of young objects that its collections kept: almost none, or
 * almost all if an old object references them. Earlier objects are old. The result is the least of a few tries.
 *
 * @param work - allocates some 200 MB without waiting for anything
 * @returns a share, 0 to 1
 */
export function keptShare(work: () => void): number {
  let least = 1;
  for (let tries = 0; tries < TRIES && least > HARDLY_ANY; tries += 1) least = Math.min(least, shareOf(work));
  return least;
}

function shareOf(work: () => void): number {
  collect();
  const profiler = new GCProfiler();
  profiler.start();
  work();
  let [young, freed] = [0, 0];
  for (const { gcType, beforeGC, afterGC } of profiler.stop().statistics) {
    if (gcType !== 'Scavenge') continue;
    young += youngBytes(beforeGC);
    freed += usedBytes(beforeGC) - usedBytes(afterGC);
  }
  return 1 - freed / young;
}
