/**
 * The names of a shop's terminal groups, for the compiler. Empty until the shop declares them; from then on a group that
 * does not exist is a compile error.
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
// An interface, because only an interface can be added to from outside.
export interface TerminalGroupNames {}

/** A terminal group's name: any text until {@link TerminalGroupNames} says which there are. */
export type GroupName = [keyof TerminalGroupNames] extends [never] ? string : Extract<keyof TerminalGroupNames, string>;
