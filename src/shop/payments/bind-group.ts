import { isFields } from '../../protocol/index.js';

type Call<Group> = (group: Group, ...rest: never[]) => unknown;

/** A value of a terminal group that may have to be resolved first. Each call resolves it again, as keys may change. */
export type Late<T> = () => T | Promise<T>;

type WithGroup = (subject: never, options: never) => unknown;

/**
 * Methods whose first parameter is the terminal group, without that parameter. The class has their signatures and
 * descriptions.
 *
 * @example
 * ```ts
 * type OrderReads = OfGroup<typeof client, 'getOrder'>; // { getOrder(orderId, options?) }
 * ```
 */
export type OfGroup<Service, Name extends keyof Service> = {
  readonly [Each in Name]: Service[Each] extends (group: never, ...rest: infer Rest) => infer Answer
    ? (...rest: Rest) => Answer
    : never;
};

/**
 * Methods whose second parameter may name the terminal group in its field `group`, without that field. If it has no other
 * field, the parameter is left out.
 *
 * @example
 * ```ts
 * type Found = WithinGroup<typeof payments.orders, 'find' | 'settle'>; // { find(id), settle(id, options?) }
 * ```
 */
export type WithinGroup<Service, Name extends keyof Service> = {
  readonly [Each in Name]: Service[Each] extends (...call: infer Given) => infer Answer ? Within<Given, Answer> : never;
};

type Within<Given extends readonly unknown[], Answer> = Given extends readonly [infer Id, (infer Options)?]
  ? [Exclude<keyof Options, 'group'>] extends [never]
    ? (id: Id) => Answer
    : Given['length'] extends 2
      ? (id: Id, options: Omit<Options, 'group'>) => Answer
      : (id: Id, options?: Omit<Options, 'group'>) => Answer
  : never;

/**
 * Binds methods that return promises to the group that is their first parameter.
 *
 * @example
 * ```ts
 * const { getOrder } = ofGroup(client, () => payments.groups.resolve('web'), ['getOrder']);
 * ```
 */
export function ofGroup<Name extends string, Group, Service extends Readonly<Record<Name, Call<Group>>>>(
  service: Service,
  group: Late<Group>,
  names: readonly Name[],
): OfGroup<Service, Name> {
  const bound =
    (name: Name) =>
    (...rest: never[]) => {
      // For a known group nothing is awaited before the call has read its arguments.
      const found = group();
      return found instanceof Promise
        ? found.then((each) => service[name](each, ...rest))
        : service[name](found, ...rest);
    };
  return Object.fromEntries(names.map((name) => [name, bound(name)])) as OfGroup<Service, Name>;
}

/** An argument with its terminal group. The letters of a text would be fields: what is no object is left to the method. */
export function inGroup<T>(given: T, group: string): T & { readonly group: string } {
  const isOther = given !== undefined && given !== null && !isFields(given);
  return (isOther ? given : { ...given, group }) as T & { readonly group: string };
}

/**
 * Binds methods that return promises to the group that a field of their second parameter names.
 *
 * @example
 * ```ts
 * const { settle } = withinGroup(payments.orders, async () => 'web', ['find', 'settle']);
 * ```
 */
export function withinGroup<Name extends string, Service extends Readonly<Record<Name, WithGroup>>>(
  service: Service,
  group: Late<string>,
  names: readonly Name[],
): WithinGroup<Service, Name> {
  const bound = (name: Name) => async (id: never, options?: object) =>
    service[name](id, inGroup(options, await group()) as never);
  return Object.fromEntries(names.map((name) => [name, bound(name)])) as WithinGroup<Service, Name>;
}
