/** Renders the results as tables: a short one for the README, all rows for docs/reference/compatibility.md. */

const NAMES = {
  node: 'Node',
  '@nestjs/core': 'NestJS',
  '@nestjs/cli': 'Nest CLI',
  typeorm: 'TypeORM',
  'better-sqlite3': 'better-sqlite3',
  mariadb: 'MariaDB',
  postgres: 'PostgreSQL',
  pgbouncer: 'PgBouncer',
  jest: 'Jest',
  vitest: 'Vitest',
  typescript: 'TypeScript',
};
const HTTP = { express: 'Express', fastify: 'Fastify' };
const MODULES = { esm: 'ESM', cjs: 'CommonJS' };

const inOrder = (one, other) => one.localeCompare(other, 'en', { numeric: true });
const sorted = (values) => [...new Set(values)].sort(inOrder);
const line = (cells) => `| ${cells.join(' | ')} |`;
const table = (head, rows) => [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');

const passedOf = (rows) => rows.filter(({ outcome }) => outcome === 'passed');

/** The versions of a package in all rows that passed, such as `11.0.0, 11.2.10, 12.5.1`. */
const versionsOf = (rows, name) => sorted(passedOf(rows).flatMap(({ versions }) => versions[name] ?? [])).join(', ');

/** The values of an axis in all rows that passed. */
const valuesOf = (rows, axis, names) => sorted(passedOf(rows).flatMap((row) => names[row[axis]] ?? [])).join(' and ');

const without = (rows, outcome) => rows.filter((row) => row.outcome === outcome);

/** Rows that did not pass are also in the table. */
function remainder(rows) {
  const parts = ['failed', 'not run'].flatMap((outcome) => {
    const ids = without(rows, outcome).map(({ id }) => `\`${id}\``);
    return ids.length === 0 ? [] : `${outcome}: ${ids.join(', ')}`;
  });
  return parts.length === 0 ? '' : `; ${parts.join('; ')}`;
}

function databasesOf(rows) {
  const named = ['postgres', 'mariadb'].map((name) => `${NAMES[name]} ${versionsOf(rows, name)}`);
  const sqlite = `SQLite by better-sqlite3 ${versionsOf(rows, 'better-sqlite3')}`;
  return [...named, sqlite].join('; ');
}

const PAGE = 'docs/reference/compatibility.md';

/**
 * The table of the README.
 *
 * @param {object[]} rows rows of compat/matrix, each with its result
 * @param {{ engines: { node: string }, peerDependencies: Record<string, string> }} manifest package.json
 */
export function renderSummary(rows, { engines, peerDependencies }) {
  const pairs = rows.filter(({ kind }) => kind === 'pairs');
  const scenarios = rows.filter(({ kind }) => kind === 'scenario');
  const newcomers = rows.filter(({ kind }) => kind === 'newcomer');
  const range = (name) => `\`${peerDependencies[name].replaceAll('||', 'or')}\``;
  const count = `${passedOf(pairs).length} of ${pairs.length} rows that hold every pair of these passed`;
  return table(
    ['', 'Admitted', 'Run, by `npm run compat`'],
    [
      ['Node', `\`${engines.node}\``, versionsOf(rows, 'node')],
      ['NestJS', range('@nestjs/core'), `${versionsOf(rows, '@nestjs/core')}, on ${valuesOf(rows, 'http', HTTP)}`],
      ['TypeORM', range('typeorm'), versionsOf(rows, 'typeorm')],
      ['Databases', '[oldest versions](docs/guide/databases.md)', databasesOf(rows)],
      ['Modules', 'ESM, CommonJS', `${valuesOf(rows, 'module', MODULES)}; ${count}`],
      [
        'Projects',
        `[${scenarios.length} scenarios](${PAGE}#scenarios)`,
        `${passedOf(scenarios)
          .map(({ id }) => `\`${id}\``)
          .join(', ')}${remainder(rows)}`,
      ],
      [
        'Newcomers',
        `[${newcomers.length} paths](${PAGE}#newcomers)`,
        `${passedOf(newcomers).length} of ${newcomers.length} from \`nest new\` to a paid order within five minutes`,
      ],
    ],
  );
}

const resultOf = ({ outcome, reason }) => (reason ? `${outcome}: ${reason.replaceAll('|', '\\|')}` : outcome);

/** All versions of a row except those with their own column. */
const others = ({ versions }, shown) =>
  Object.entries(versions)
    .filter(([name]) => !shown.includes(name))
    .map(([name, version]) => `${NAMES[name] ?? name} ${version}`)
    .join(', ');

const DATABASES = { sqlite: 'better-sqlite3', mariadb: 'mariadb', postgres: 'postgres', mysql: 'mysql' };

function pairCells(row) {
  const { versions } = row;
  const driver = DATABASES[row.database];
  return [
    versions.node ?? row.node,
    versions['@nestjs/core'] ?? row.nest,
    versions.typeorm ?? row.typeorm,
    HTTP[row.http],
    MODULES[row.module],
    `${driver === 'better-sqlite3' ? 'SQLite by ' : ''}${NAMES[driver]} ${versions[driver] ?? ''}`,
    resultOf(row),
  ];
}

const scenarioCells = (row) => [
  row.title,
  row.versions.node ?? row.node,
  others(row, ['node', '@nestjs/typeorm']),
  resultOf(row),
];

const PAGE_NAMES = { readme: 'README', 'nest-add': '`nest add`' };
const ENGINE_NAMES = { sqlite: 'SQLite', mariadb: NAMES.mariadb, postgres: NAMES.postgres };

const newcomerCells = (row) => [
  row.nest,
  HTTP[row.http],
  ENGINE_NAMES[row.database],
  PAGE_NAMES[row.by],
  row.seconds ?? '',
  resultOf(row),
];

/** The dates and revisions of the rows. */
const ran = (rows) => sorted(rows.flatMap(({ date, revision }) => (date ? `${date} at ${revision}` : []))).join(', ');

const INTRODUCTION = `# Compatibility

What \`npm run compat\` has run: the packed package, installed by \`npm install\` into a small host, which takes one payment and makes one refund
against the sandbox, by signed notifications. The page is rendered from \`compat/results.json\`; \`npm run compat -- --record\` renews both.
`;

const NEWCOMERS = `From an empty folder to a paid order: \`nest new\`, then the page's commands and files to the letter, then a payment at the sandbox's page; the
order's mail is logged once. Seconds of all steps, installation included; more than 300 is a failure. One alone: \`npm run newcomer\`.`;

const NOTES = `## Limits

- **Node 24.19 and later with better-sqlite3 12**: Node aborts when an object of the driver is collected, if the driver was compiled with the headers of such a
  version ([nodejs/node#65446](https://github.com/nodejs/node/issues/65446)). The rows use a driver that was compiled with the headers of 24.18.1:
  \`npm_config_nodedir=<folder of Node 24.18.1> npm rebuild better-sqlite3 --build-from-source\`. Servers are not concerned.
- **Nest CLI 12 and webpack**: it refuses webpack for projects in ESM. Use the compiler, SWC or Rspack there.
- **All packages in one file**: TypeORM stays outside, because it looks for its driver at run time, and webpack's \`IgnorePlugin\` is told of peers that
  the shop does not have, such as \`@nestjs/schedule\` or the other HTTP platform.
- **better-sqlite3 13** is not admitted, because TypeORM 1.1 does not admit it.
`;

/** The page with all rows. */
export function renderPage(rows, { axes, excluded }) {
  const pairs = rows.filter(({ kind }) => kind === 'pairs');
  const scenarios = rows.filter(({ kind }) => kind === 'scenario');
  const newcomers = rows.filter(({ kind }) => kind === 'newcomer');
  const values = Object.values(axes).map((list) => list.length);
  const products = values.reduce((product, count) => product * count, 1);
  const pairText = ({ pair, reason }) =>
    `- ${Object.entries(pair)
      .map((entry) => entry.join(' '))
      .join(' with ')}: ${reason}`;
  return [
    INTRODUCTION,
    `Run on ${ran(rows)}.\n`,
    '## Pairs\n',
    `${pairs.length} rows of ${products} possible ones hold every pair of values. ${excluded.length === 0 ? 'No pair is excluded.' : 'Excluded:'}\n`,
    ...(excluded.length === 0 ? [] : [`${excluded.map(pairText).join('\n')}\n`]),
    `${table(['Node', 'NestJS', 'TypeORM', 'HTTP', 'Modules', 'Database', 'Result'], pairs.map(pairCells))}\n`,
    '## Scenarios\n',
    `${table(['What', 'Node', 'With', 'Result'], scenarios.map(scenarioCells))}\n`,
    '## Newcomers\n',
    `${NEWCOMERS}\n`,
    `${table(['`nest new` of', 'HTTP', 'Database', 'By', 'Seconds', 'Result'], newcomers.map(newcomerCells))}\n`,
    NOTES,
  ].join('\n');
}

/** Replaces the first table after a heading of the page. @throws Error if there is none */
export function replaceTable(page, heading, text) {
  const start = page.indexOf(`\n${heading}\n`);
  const found = start < 0 ? null : /(?:^\|.*\n)+/m.exec(page.slice(start));
  if (!found) throw new Error(`The page has no table below "${heading}".`);
  const at = start + found.index;
  return `${page.slice(0, at)}${text}\n${page.slice(at + found[0].length)}`;
}
