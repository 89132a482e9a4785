/** The order id prefix of a terminal group, and those of other groups on the same address. */
export interface OrderIdHabits {
  /** Empty where no prefix is configured. */
  readonly orderIdPrefix: string;
  /** Prefixes of the other groups of the same address. */
  readonly otherPrefixes: readonly string[];
}

/**
 * Whether an id at the service, of which the shop has no attempt, belongs to another shop on the same account: it lacks the
 * group's prefix; or, where the group has none, it has the prefix of another group. Orders made before there was a prefix
 * have attempts, and the caller searches there first. Pure.
 *
 * @example
 * isForeignId('de-S1', { orderIdPrefix: 'nl-', otherPrefixes: [] }); // true
 * isForeignId('S1', { orderIdPrefix: '', otherPrefixes: ['nl-'] }); // false
 */
export const isForeignId = (id: string, { orderIdPrefix, otherPrefixes }: OrderIdHabits): boolean =>
  orderIdPrefix === '' ? otherPrefixes.some((prefix) => id.startsWith(prefix)) : !id.startsWith(orderIdPrefix);
