/** What `@jest/globals` is to specs and their helpers: the functions of the spec file that runs now. */
export let afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest, test;

export function setGlobals(globals) {
  ({ afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest, test } = globals);
}
