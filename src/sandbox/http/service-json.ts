/** Digits that go out as a JSON number just as they are, however many: no number type ever rounds them. */
export class JsonDigits {
  constructor(readonly digits: string) {}
}

/** What the service's JSON is made of. A key whose value is undefined is left out. */
export type ServiceJson =
  | string
  | number
  | boolean
  | null
  | JsonDigits
  | readonly ServiceJson[]
  | { readonly [key: string]: ServiceJson | undefined };

/**
 * Writes JSON the way the service does: keys sorted at every level, compact, `/` unescaped, raw UTF-8.
 *
 * A receiver that re-serialises instead of verifying the bytes it got is caught by exactly these habits.
 *
 * @example
 * ```ts
 * writeServiceJson({ b: 'a/b', a: new JsonDigits('17472052901237123') }); // {"a":17472052901237123,"b":"a/b"}
 * ```
 */
export function writeServiceJson(value: ServiceJson): string {
  if (value instanceof JsonDigits) return value.digits;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (isList(value)) return `[${value.map((item) => writeServiceJson(item)).join(',')}]`;
  const members = Object.keys(value)
    .sort()
    .flatMap((key) => memberOf(key, value[key]));
  return `{${members.join(',')}}`;
}

function memberOf(key: string, value: ServiceJson | undefined): string[] {
  return value === undefined ? [] : [`${JSON.stringify(key)}:${writeServiceJson(value)}`];
}

function isList(value: object): value is readonly ServiceJson[] {
  return Array.isArray(value);
}
