/** A heap: it gives its first item by a given order at any time. Adding and taking cost log n. */
export class LaneHeap<T> {
  private readonly items: T[] = [];

  /** @param precedes - whether one item comes before another */
  constructor(private readonly precedes: (a: T, b: T) => boolean) {}

  get first(): T | undefined {
    return this.items[0];
  }

  /** Adds an item. */
  add(item: T): void {
    const { items, precedes } = this;
    let at = items.length;
    for (; at > 0;) {
      const above = (at - 1) >> 1;
      const parent = items[above];
      if (parent === undefined || !precedes(item, parent)) break;
      items[at] = parent;
      at = above;
    }
    items[at] = item;
  }

  /** Takes the first item. */
  take(): T | undefined {
    const [first] = this.items;
    const last = this.items.pop();
    if (last !== undefined && this.items.length > 0) this.sink(last);
    return first;
  }

  private sink(item: T): void {
    const { items, precedes } = this;
    let at = 0;
    for (;;) {
      const left = 2 * at + 1;
      const [a, b] = [items[left], items[left + 1]];
      if (a === undefined) break;
      const isRight = b !== undefined && precedes(b, a);
      const child = isRight ? b : a;
      if (!precedes(child, item)) break;
      items[at] = child;
      at = isRight ? left + 1 : left;
    }
    items[at] = item;
  }
}
