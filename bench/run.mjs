/** Runs one bench, or all: `npm run bench -- sandbox-pages`. Figures are printed for people, never judged. */
import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const ENDING = '.bench.mjs';
const folder = dirname(fileURLToPath(import.meta.url));
const known = readdirSync(folder)
  .filter((file) => file.endsWith(ENDING))
  .map((file) => file.slice(0, -ENDING.length));
const [wanted, ...parameters] = process.argv.slice(2);
const chosen = wanted === undefined ? known : known.filter((name) => name === wanted);

if (chosen.length === 0) {
  console.error(`There is no bench "${wanted}". There is: ${known.join(', ')}.`);
  process.exitCode = 1;
}
for (const name of chosen) {
  const { run } = await import(pathToFileURL(join(folder, name + ENDING)).href);
  console.log(`\n${name}`);
  await run(parameters);
}
