// Letters only: an API key has digits, so neither pattern can match one.
const ERROR_NAME = /^[A-Za-z]{0,30}(?:Error|Exception)$/;
const SYSTEM_CODE = /^[A-Z_]{2,40}$/;

/**
 * Makes an error that may be kept as a `cause`, with only the name and the system code of the original.
 *
 * Errors of HTTP clients and drivers contain URLs, headers, bodies and SQL, any of which may hold the API key or
 * personal data. So their messages, stacks and properties are dropped (promise 6).
 *
 * @param cause - any thrown value
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
