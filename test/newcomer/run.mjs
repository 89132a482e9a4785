/**
 * `npm run newcomer`: what someone does who has never seen the package. Makes a fresh Nest project in an empty folder,
 * follows the README (its commands and its files, nothing else), takes a payment in the sandbox, and prints how long each
 * step took. Fails when a step does, or when it all takes longer than five minutes.
 *
 *   --quick                                 installs nothing: packages are found in this repository, the built package is copied
 *   --nest 11|12                            the version of Nest's own command that makes the project
 *   --http express|fastify                  the adapter of the shop
 *   --database sqlite|mariadb|postgres      the database of the shop, on a throw-away server where it needs one
 *   --by readme|nest-add                    the page that is followed: the README, or docs/reference/nest-add.md
 *   --all                                   every combination of these, one after another, and a table at the end
 *
 * A newcomer who chooses borrows the built better-sqlite3 of this repository: compiling it takes a minute each time.
 */
import { readCommandLine, mustBeAmong } from '../support/command-line.mjs';
import { followPath } from './path.mjs';
import { allVariants, CHOICES } from './variants.mjs';

const { values: flags } = readCommandLine(import.meta.url, {
  options: {
    quick: { type: 'boolean' },
    all: { type: 'boolean' },
    ...Object.fromEntries(Object.keys(CHOICES).map((name) => [name, { type: 'string' }])),
  },
});
const chosen = Object.entries(CHOICES).filter(([name]) => flags[name] !== undefined);
for (const [name, values] of chosen) mustBeAmong(name, [flags[name]], values);

const usual = Object.fromEntries(Object.entries(CHOICES).map(([name, [first]]) => [name, first]));
const variantOf = () => ({ ...usual, ...Object.fromEntries(chosen.map(([name]) => [name, flags[name]])) });
const isChosen = (variant) => chosen.every(([name]) => variant[name] === flags[name]);

const say = (line) => console.log(line);

/** Follows every path, also beyond one that fails. */
async function followAll(variants) {
  const results = [];
  for (const variant of variants) {
    say(`\n${Object.values(variant).join(', ')}`);
    const result = await followPath(variant, { isQuick: flags.quick, isBorrowing: true, say }).catch((error) => ({
      error: error.message,
    }));
    if (result.error) say(result.error);
    results.push({
      ...variant,
      paid: result.seen?.status ?? 'no',
      seconds: Math.round(result.seconds ?? 0),
      ...result,
    });
  }
  say(`\n| Nest | HTTP | Database | By | Paid | Seconds |\n|---|---|---|---|---|---|`);
  for (const { nest, http, database, by, paid, seconds } of results) {
    say(`| ${nest} | ${http} | ${database} | ${by} | ${paid} | ${seconds} |`);
  }
  return results.every(({ isInTime }) => isInTime);
}

async function followOne() {
  const { seen, seconds, isInTime } = await followPath(variantOf(), {
    isQuick: flags.quick,
    isBorrowing: chosen.length > 0,
    say,
  });
  say(`${seconds.toFixed(1).padStart(7)} s  in all; ${isInTime ? 'within' : 'MORE THAN'} five minutes`);
  say(JSON.stringify(seen));
  return isInTime;
}

const isWell = await (flags.all ? followAll(allVariants().filter(isChosen)) : followOne());
process.exitCode = isWell ? 0 : 1;
