/** Chance that repeats itself: the same seed draws the same. */

/** Numbers in [0, 1), mulberry32. */
export function chanceFrom(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** What is drawn in the ways that trials need it. */
export class Chance {
  #next;

  /** @param {number} seed */
  constructor(seed) {
    this.#next = chanceFrom(seed);
  }

  /** A number in [0, 1). */
  roll() {
    return this.#next();
  }

  /** Whether something of this probability happens. */
  hits(probability) {
    return this.#next() < probability;
  }

  /** A number from the least up to, and not including, the most. */
  between(least, most) {
    return least + (most - least) * this.#next();
  }

  /** One of them. */
  pick(items) {
    return items[Math.floor(this.#next() * items.length)];
  }
}
