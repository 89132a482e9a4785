/**
 * The names of a shop's terminal groups, for the compiler. Empty until the shop declares them. From then on the name of a
 * group that does not exist is a compile error.
 *
 * @example
 * ```ts
 * declare module 'tillbridge' {
 *   interface TerminalGroupNames {
 *     web: true;
 *     till: true;
 *   }
 * }
 * ```
 */
// It must be an interface: only an interface can be extended from outside.
export interface TerminalGroupNames {}

/** A terminal group's name: any text until {@link TerminalGroupNames} declares the names. */
export type GroupName = [keyof TerminalGroupNames] extends [never] ? string : Extract<keyof TerminalGroupNames, string>;
