/** A number from a name, so that random streams with different names differ. */
export function streamOf(name: string): number {
  let hash = 0;
  for (let index = 0; index < name.length; index += 1) hash = (Math.imul(hash, 31) + name.charCodeAt(index)) | 0;
  return hash;
}

/** Seeded random numbers (the generator sfc32): the same seed gives the same schedule on every machine. */
export class Random {
  #a = 0;
  #b = 0;
  #c = 0;
  #d = 0;

  constructor(seed: number, stream = 0) {
    this.restart(seed, stream);
  }

  /** Restarts like a new one: later numbers do not depend on earlier draws. */
  restart(seed: number, stream: number): void {
    this.#a = 0x9e3779b9 ^ seed;
    this.#b = 0x243f6a88 ^ Math.imul(stream + 1, 0x85ebca6b);
    this.#c = 0xb7e15162 ^ Math.floor(seed / 2 ** 32);
    this.#d = 1;
    for (let round = 0; round < 12; round += 1) this.next();
  }

  /** At least 0, below 1. */
  next(): number {
    const sum = (this.#a + this.#b + this.#d) | 0;
    this.#d = (this.#d + 1) | 0;
    this.#a = this.#b ^ (this.#b >>> 9);
    this.#b = (this.#c + (this.#c << 3)) | 0;
    this.#c = (((this.#c << 21) | (this.#c >>> 11)) + sum) | 0;
    return (sum >>> 0) / 4_294_967_296;
  }

  /** True with this probability. Draws nothing for 0, so a disabled kind of fault costs nothing. */
  chance(probability: number): boolean {
    return probability > 0 && this.next() < probability;
  }

  /** A whole number from `least` up to `most`, both included. */
  between(least: number, most: number): number {
    return least + Math.floor(this.next() * (most - least + 1));
  }

  /** A random item. */
  pick<Item>(items: readonly Item[]): Item {
    const item = items[Math.floor(this.next() * items.length)];
    if (item === undefined) throw new RangeError('there is nothing to pick from');
    return item;
  }
}
