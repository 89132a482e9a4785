/** The default keys of a sandbox's groups begin with this. */
const PREFIX = 'sandbox-';

/**
 * The default key of a group of the sandbox. It is public, so it may be printed.
 *
 * @example
 * sandboxKeyOf('web'); // 'sandbox-web'
 */
export const sandboxKeyOf = (group: string): string => `${PREFIX}${group}`;

/**
 * Whether a key is a public one of the sandbox. As the default of a missing variable, it would let any caller sign
 * requests.
 *
 * @example
 * isSandboxKey('sandbox-web'); // true
 */
export const isSandboxKey = (key: string): boolean => key.toLowerCase().startsWith(PREFIX);
