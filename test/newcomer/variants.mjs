/**
 * The newcomers that there are, by the choices that the pages leave open, and what each types or writes otherwise than the
 * README's own shop (Nest 12, Express, SQLite). Every difference is one that a page or `nest add` names.
 */

/** Each choice with its values, the first being the usual one. */
export const CHOICES = {
  nest: ['12', '11'],
  http: ['express', 'fastify'],
  database: ['sqlite', 'mariadb', 'postgres'],
  by: ['readme', 'nest-add'],
};

/** Every combination of the choices. */
export function allVariants() {
  return Object.entries(CHOICES).reduce(
    (variants, [name, values]) => variants.flatMap((each) => values.map((value) => ({ ...each, [name]: value }))),
    [{}],
  );
}

/** The page that is followed, and the part of it. */
export const PAGES = {
  readme: { file: 'README.md', part: 'Use it in your shop' },
  'nest-add': { file: 'docs/reference/nest-add.md', part: 'From nothing to a paid order' },
};

const DRIVERS = { sqlite: [], mariadb: ['mysql2'], postgres: ['pg'] };

/** README: "By hand on Nest 11: install …". */
const ON_NEST_11 = { '@nestjs/axios': '@4', '@nestjs/typeorm': '@11', typeorm: '@0.3' };

/** What is installed besides what the page says: the adapter and the driver that the shop chose. */
export const extraPackages = ({ nest, http, database }) => [
  ...DRIVERS[database],
  ...(http === 'fastify' ? [`@nestjs/platform-fastify@${nest}`] : []),
];

/** The packages of one command, in the versions of the variant's Nest. */
export const packagesFor = ({ nest }, command) =>
  nest === '11' ? command.replaceAll(/(?<= )[@\w/-]+(?= |$)/g, (name) => `${name}${ON_NEST_11[name] ?? ''}`) : command;

const inBootstrap = (text) => {
  const at = text.indexOf('const app');
  const body = text
    .slice(at)
    .trimEnd()
    .replaceAll(/^(?=.)/gm, '  ');
  return `${text.slice(0, at)}async function bootstrap() {\n${body}\n}\nvoid bootstrap();\n`;
};

/** `main.ts` on the adapter of Fastify: another import and one argument more. */
export const onFastify = (text) =>
  `import { FastifyAdapter } from '@nestjs/platform-fastify';\n${text.replace('(AppModule', '(AppModule, new FastifyAdapter()')}`;

/** The DataSource on a server: another type, and a url in the place of the file. */
export const onServer = (text, database) =>
  text
    .replace(/type: 'better-sqlite3',/, `type: '${database}',`)
    .replace(/database: process\.env\.DATABASE \?\? 'shop\.sqlite'/, 'url: process.env.DATABASE');

/** A file of the page as this newcomer writes it. */
export function fileFor(variant, { path, text }) {
  const isMain = path.endsWith('main.ts');
  const served = isMain && variant.http === 'fastify' ? onFastify(text) : text;
  const stored = variant.database === 'sqlite' ? served : onServer(served, variant.database);
  if (variant.nest !== '11') return stored;
  const commonJs = stored.replaceAll(/(from '\.[^']*)\.js'/g, "$1'");
  return isMain ? inBootstrap(commonJs) : commonJs;
}
