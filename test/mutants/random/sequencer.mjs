/** Jest runs the specs in the order in which they were named: the nearest first. */
import { relative } from 'node:path';

export default class AsNamed {
  sort(tests) {
    const order = JSON.parse(process.env.TILLBRIDGE_SPEC_ORDER);
    const placeOf = ({ path, context }) => order.indexOf(relative(context.config.rootDir, path));
    return [...tests].sort((a, b) => placeOf(a) - placeOf(b));
  }

  allFailedTests() {
    return [];
  }

  cacheResults() {}
}
