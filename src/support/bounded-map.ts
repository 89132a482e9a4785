/**
 * A map with a limit. When it is full, it drops the entry that was not set for longest: data of strangers must not fill
 * the memory.
 *
 * @example
 * const map = new BoundedMap<string, number>(2);
 * map.set('a', 1).set('b', 2).set('a', 3).set('c', 4);
 * [...map.keys()]; // ['a', 'c']
 */
export class BoundedMap<K, V> extends Map<K, V> {
  /** @param most - the limit of entries, at least one */
  constructor(private readonly most: number) {
    super();
  }

  override set(key: K, value: V): this {
    this.delete(key);
    if (this.size >= this.most) {
      const [oldest] = this.keys();
      this.delete(oldest as K);
    }
    return super.set(key, value);
  }
}
