/** Something that happens at an instant of the virtual clock. */
interface Entry {
  readonly at: number;
  /** Of entries at the same instant, the one that was put in first comes first. */
  readonly order: number;
  readonly run: () => void;
}

const isBefore = (one: Entry, other: Entry): boolean =>
  one.at < other.at || (one.at === other.at && one.order < other.order);

/** What is still to happen, soonest first: a binary heap, and the virtual clock that moves along it. */
export class Agenda {
  readonly #heap: Entry[] = [];
  #now: number;
  #entries = 0;

  constructor(start: number) {
    this.#now = start;
  }

  /** Epoch milliseconds. */
  get now(): number {
    return this.#now;
  }

  /** Puts something in; what is past happens now. */
  at(instant: number, run: () => void): void {
    const entry = { at: Math.max(instant, this.#now), order: (this.#entries += 1), run };
    const heap = this.#heap;
    let index = heap.length;
    heap.push(entry);
    while (index > 0) {
      const above = (index - 1) >> 1;
      if (!isBefore(entry, heap[above]!)) break;
      heap[index] = heap[above]!;
      index = above;
    }
    heap[index] = entry;
  }

  /** Lets the next entry happen; false when there is none before `end`. */
  step(end: number): boolean {
    const first = this.#heap[0];
    if (first === undefined || first.at > end) return false;
    this.#removeFirst();
    this.#now = first.at;
    first.run();
    return true;
  }

  #removeFirst(): void {
    const heap = this.#heap;
    const last = heap.pop()!;
    const { length } = heap;
    if (length === 0) return;
    let index = 0;
    for (;;) {
      let below = 2 * index + 1;
      if (below >= length) break;
      if (below + 1 < length && isBefore(heap[below + 1]!, heap[below]!)) below += 1;
      if (!isBefore(heap[below]!, last)) break;
      heap[index] = heap[below]!;
      index = below;
    }
    heap[index] = last;
  }
}
