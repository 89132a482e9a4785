/** What the keys of a sandbox's groups begin with, unless they are given others. */
const PREFIX = 'sandbox-';

/**
 * The key of a group of the sandbox that is given none: known to everyone, so that it may be printed.
 *
 * @example
 * sandboxKeyOf('web'); // 'sandbox-web'
 */
export const sandboxKeyOf = (group: string): string => `${PREFIX}${group}`;

/**
 * Whether a key is one that everyone knows. As a fallback of a variable that is missing it would be believed wherever it stands.
 *
 * @example
 * isSandboxKey('sandbox-web'); // true
 */
export const isSandboxKey = (key: string): boolean => key.toLowerCase().startsWith(PREFIX);
