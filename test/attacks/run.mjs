/**
 * Attacks on the built module: `npm run attacks`, or one of them: `npm run attacks -- forged`.
 *
 *   --requests N     how many requests, bodies or samples; without it, what the attack's own default says
 *   --platforms a,b  express, fastify; both without it
 *   --engines a,b    sqlite, mariadb, mysql, postgres; without it every one that can be had
 *
 * `SEED=…` replays what a run that printed it has sent. Ends with 1 when something happened that must never happen.
 */
import { randomInt } from 'node:crypto';
import { register } from 'node:module';
import { printTable } from '../../bench/support/figures.mjs';
import { countIn, mustBeAmong, readCommandLine } from '../support/command-line.mjs';
import { writeRecord } from '../support/record.mjs';
import { teller } from '../support/teller.mjs';
import { ATTACKS } from './attacks.mjs';

register('../simulation/typescript-hooks.mjs', import.meta.url);

const VIOLATIONS_SHOWN = 20;

const { positionals, values } = readCommandLine(import.meta.url, {
  allowPositionals: true,
  options: {
    requests: { type: 'string' },
    platforms: { type: 'string', default: 'express,fastify' },
    engines: { type: 'string' },
  },
});
const seed = Number(process.env.SEED ?? randomInt(2 ** 31));
const listOf = (text) => text?.split(',').filter(Boolean);

const tell = teller();

function printRows({ title, columns, rows }) {
  const lines = [columns, ...rows].map((cells) => cells.map(String));
  const widths = columns.map((_column, index) => Math.max(...lines.map((cells) => cells[index].length)));
  console.log(`\n${title}`);
  for (const cells of lines)
    console.log(
      cells
        .map((cell, index) => cell.padEnd(widths[index] + 2))
        .join('')
        .trimEnd(),
    );
}

function print({ tables, figures, violations }) {
  for (const table of tables) printRows(table);
  if (figures.length > 0) printTable(figures);
  for (const violation of violations.slice(0, VIOLATIONS_SHOWN)) console.log(`VIOLATION ${violation}`);
  console.log(violations.length === 0 ? 'Everything holds.' : `${violations.length} violations`);
}

/** The command that does the same again, as a person would type it. */
function commandOf(name) {
  const flags = Object.entries({ requests: values.requests, engines: values.engines });
  const given = flags.flatMap(([flag, value]) => (value === undefined ? [] : [`--${flag} ${value}`]));
  return ['npm run attacks --', name, ...given].join(' ');
}

async function carryOut(name) {
  const { title, requests, load } = ATTACKS[name];
  const start = performance.now();
  console.log(`\n${name}: ${title} (SEED=${seed})`);
  const found = await (
    await load()
  )({
    requests: values.requests === undefined ? requests : countIn('requests', values.requests),
    platforms: listOf(values.platforms),
    engines: listOf(values.engines),
    seed,
    progress: (text) => tell(`${name}: ${text}`),
  });
  print(found);
  const seconds = Math.round((performance.now() - start) / 1_000);
  writeRecord({ name: `attacks-${name}`, title, command: commandOf(name), seconds, seed, ...found });
  return found.violations.length;
}

const wanted = positionals.length > 0 ? positionals : Object.keys(ATTACKS);
mustBeAmong('attack', wanted, Object.keys(ATTACKS));
let violations = 0;
for (const name of wanted) violations += await carryOut(name);
process.exitCode = violations === 0 ? 0 : 1;
