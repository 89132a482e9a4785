/** Loads every entry point of the built package by `import` or by `require`, and prints what they have in common as JSON. */
import 'reflect-metadata';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { getMetadataArgsStorage } from 'typeorm';

const [kind] = process.argv.slice(2);
const require = createRequire(import.meta.url);
const { name, exports } = JSON.parse(readFileSync('package.json', 'utf8'));
const load = kind === 'import' ? (entry) => import(entry) : require;

const entries = Object.keys(exports)
  .filter((path) => !path.endsWith('.json'))
  .map((path) => path.replace('.', name));
const loaded = [];
for (const entry of entries) loaded.push(await load(entry));

const places = new Map();
for (const [word, value] of loaded.flatMap((module) => Object.entries(module))) {
  if (word !== 'default' && word !== '__esModule') places.set(word, [...(places.get(word) ?? []), value]);
}
const shared = [...places].filter(([, values]) => values.length > 1);

/** A table of two classes is one whose repository a DataSource may not know. */
const tables = getMetadataArgsStorage().tables.map((table) => table.name);
const tablesTwice = tables.filter((table, place) => table !== undefined && tables.indexOf(table) !== place);

function thrown() {
  try {
    return loaded[0].Money.ofMinor(0.5, 'EUR');
  } catch (error) {
    return error.stack;
  }
}

console.log(
  JSON.stringify({
    entries,
    shared: Object.fromEntries(shared.map(([word, values]) => [word, new Set(values).size === 1])),
    tables: tables.length,
    tablesTwice,
    stack: thrown(),
  }),
);
