/** What a trial can be told on the command line, and how it is read. */

/**
 * Flags with values, for `parseArgs` of node:util.
 *
 * @param {Record<string, string | number>} usual what each is when it is not given
 */
export const flagsWith = (usual) =>
  Object.fromEntries(Object.entries(usual).map(([name, value]) => [name, { type: 'string', default: String(value) }]));

/** @returns {Record<string, number>} the flags of these names */
export const numbersOf = (values, names) => Object.fromEntries(names.map((name) => [name, Number(values[name])]));

/** A list with commas between; without one, all there are. */
export const chosenOf = (text, all) => (text ? text.split(',') : all);
