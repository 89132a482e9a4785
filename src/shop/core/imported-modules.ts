import { type DynamicModule, type Type } from '@nestjs/common';
import type { ModuleRef, ModulesContainer } from '@nestjs/core';
import { refusal } from './refusal.js';
import { DATA_SOURCE, PAYMENTS } from './tokens.js';

/** By its name, as a process may load the package both as ESM and as CJS. */
const ROOT = 'TillbridgeModule';

/**
 * For a module of the package that stands beside `TillbridgeModule`. It calls this when it is made: soon afterwards Nest would
 * fail with an error about a class that the host does not know.
 *
 * @param name - of the module
 * @throws PaymentError `MODULE_MISSING`
 */
export function needTillbridge(modules: ModuleRef, name: string): void {
  try {
    modules.get<unknown>(PAYMENTS, { strict: false });
  } catch (cause) {
    throw refusal({
      code: 'MODULE_MISSING',
      message: `${name} needs ${ROOT}, which no module of this application imports.`,
      kind: 'configuration',
      cause,
    });
  }
}

/**
 * Refuses a second import with the same DataSource. The same dynamic module in several places is one import, and other
 * applications of the process do not count.
 *
 * @throws PaymentError `MODULE_TWICE`
 */
export function assertImportedOnce(modules: ModulesContainer, dataSource: object): void {
  const all = [...modules.values()];
  if (all.filter(({ providers }) => providers.get(DATA_SOURCE)?.instance === dataSource).length < 2) return;
  const places = all.map(({ metatype }) => metatype).filter(importsRoot);
  throw refusal({
    code: 'MODULE_TWICE',
    message: `${ROOT} is imported twice with the same DataSource (by ${places.map(({ name }) => name).join(', ')}): each would run its own workers and make its own calls, and every handler would belong to both.`,
    kind: 'configuration',
  });
}

/** Nest lists a global module among the imports of all modules, so only the decorator shows where it was imported. */
function importsRoot(host: Type): boolean {
  const imports: unknown[] = Reflect.getMetadata('imports', host) ?? [];
  return imports.some((each) => (each as Partial<DynamicModule> | undefined)?.module?.name === ROOT);
}
