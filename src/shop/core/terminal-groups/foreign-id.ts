/** What a terminal group's ids at the service look like, and those of its neighbours on the same address. */
export interface OrderIdHabits {
  /** Empty where nothing was said. */
  readonly orderIdPrefix: string;
  /** Prefixes of the other groups of the same address. */
  readonly otherPrefixes: readonly string[];
}

/**
 * Whether an id at the service, of which the shop has no attempt, is another shop's on the same account: it lacks the
 * group's prefix; or, where the group has none, it has that of another group. Orders made before there was a prefix have
 * attempts, and are looked for there first. Pure.
 *
 * @example
 * isForeignId('de-S1', { orderIdPrefix: 'nl-', otherPrefixes: [] }); // true
 * isForeignId('S1', { orderIdPrefix: '', otherPrefixes: ['nl-'] }); // false
 */
export const isForeignId = (id: string, { orderIdPrefix, otherPrefixes }: OrderIdHabits): boolean =>
  orderIdPrefix === '' ? otherPrefixes.some((prefix) => id.startsWith(prefix)) : !id.startsWith(orderIdPrefix);
