/**
 * Defects that change nothing which a shop, its staff or the service could notice, each with the reason. They are known by
 * their file and the line before and after, in one line each: where in the file it stands does not matter.
 */

/** See the types. */
export const HARMLESS = [];

/** See the types. */
export const whyHarmless = ({ file, before, after }, list = HARMLESS) =>
  list.find((each) => each.file === file && each.before === before && each.after === after)?.why;
