/** What a newcomer changes in files that are there: as `nest add` and its page say. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { onFastify, onServer } from './variants.mjs';

function edit(folder, path, change) {
  const file = join(folder, path);
  const before = readFileSync(file, 'utf8');
  const after = change(before);
  if (after === before) throw new Error(`${path} has not what the page speaks of:\n${before}`);
  writeFileSync(file, after);
}

/** The shop as it was before `nest add`: on the adapter that it chose. */
export function beforeNestAdd(folder, { http }) {
  if (http === 'fastify') edit(folder, 'src/main.ts', onFastify);
}

/** "Exchange type and database for those of your PostgreSQL, MySQL or MariaDB." */
export function afterNestAdd(folder, { database }) {
  if (database !== 'sqlite') edit(folder, 'src/app.module.ts', (text) => onServer(text, database));
}

/** "Add it to the controllers of the root module." */
export function addController(folder, { nest }) {
  if (!existsSync(join(folder, 'src/payments'))) return;
  const from = `./checkout.controller${nest === '11' ? '' : '.js'}`;
  edit(folder, 'src/app.module.ts', (text) =>
    `import { CheckoutController } from '${from}';\n${text}`.replace(
      '[AppController]',
      '[AppController, CheckoutController]',
    ),
  );
}
