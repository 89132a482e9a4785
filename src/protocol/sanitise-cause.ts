// Letters only: an API key has digits, so neither pattern can let one through.
const ERROR_NAME = /^[A-Za-z]{0,30}(?:Error|Exception)$/;
const SYSTEM_CODE = /^[A-Z_]{2,40}$/;

/**
 * Makes an error that may be kept as a `cause`: the name and the system code of the original, and nothing else.
 *
 * The errors of HTTP clients and drivers carry URLs, headers, bodies and SQL, any of which may hold the API key or
 * personal data, so their messages, stacks and properties are left behind (promise 6).
 *
 * @param cause - whatever was thrown
 * @example
 * sanitiseCause(Object.assign(new Error('connect to …'), { code: 'ECONNREFUSED' })).message; // 'Error: ECONNREFUSED'
 */
export function sanitiseCause(cause: unknown): Error {
  const name = matching(cause, 'name', ERROR_NAME) ?? 'Error';
  const code = matching(cause, 'code', SYSTEM_CODE);
  return new Error(code ? `${name}: ${code}` : name);
}

function matching(cause: unknown, key: 'name' | 'code', pattern: RegExp): string | undefined {
  if (typeof cause !== 'object' || cause === null) return undefined;
  const value: unknown = Reflect.get(cause, key);
  return typeof value === 'string' && pattern.test(value) ? value : undefined;
}
