/**
 * Builds the documentation's site: the reference from the comments of every public entry point, then all pages, then a
 * look at every link and anchor of the result. Whatever leads nowhere ends it with an error.
 *
 *   npm run docs                                      writes .site/dist
 *   npm run docs -- --base /tillbridge/               for a site that does not stand at the root of its host
 *   npm run docs -- --source https://…/blob/main      links to files of the repository lead there
 *   npm run docs -- --preview                         builds, then serves it on http://localhost:4173
 */
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { Application, Comment, Converter, ReflectionKind } from 'typedoc';
import { build, serve } from 'vitepress';
import { docsPages, entryPoints, ROOT_PAGES, toSitePage } from './docs-pages.mjs';
import { deadLinks } from './docs-links.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const docs = join(root, 'docs');
/** The pages as VitePress reads them: copies whose links fit the site, and the reference. */
const staged = join(root, '.site', 'pages');
const site = join(root, '.site', 'dist');

const { values: flags } = parseArgs({
  options: {
    base: { type: 'string', default: '/' },
    source: { type: 'string' },
    preview: { type: 'boolean', default: false },
  },
});

function stagePages() {
  rmSync(staged, { recursive: true, force: true });
  const inDocs = docsPages(docs).map((page) => [`docs/${page}`, page]);
  for (const [path, place] of [...inDocs, ...Object.entries(ROOT_PAGES)]) {
    const text = readFileSync(join(root, path), 'utf8');
    mkdirSync(dirname(join(staged, place)), { recursive: true });
    writeFileSync(join(staged, place), toSitePage(text, { path, place, source: flags.source }));
  }
  if (existsSync(join(docs, 'public'))) cpSync(join(docs, 'public'), join(staged, 'public'), { recursive: true });
}

/** What each entry point is for. */
const ENTRY_POINTS = {
  index: 'The module that a shop imports: payments, refunds, handlers, errors.',
  protocol: 'What both sides of the wire agree on: orders, signatures, money, errors. Works without NestJS.',
  database: 'Entities and migrations for the DataSource of the shop.',
  sandbox: 'The payment service on your own machine, for development and tests.',
  testing: "For a shop's own tests: signed notifications, rehearsals of handlers, a clock that is moved.",
  dashboard: 'Pages for the staff of the shop.',
  health: 'An indicator for `@nestjs/terminus`.',
  bullmq: 'Effects after the commit in queues of BullMQ.',
  telemetry: 'A page of figures for Prometheus.',
};

/** How a shop imports an entry point: `tillbridge`, `tillbridge/sandbox`. */
const importedAs = (entry) => (entry === 'index' ? 'tillbridge' : `tillbridge/${entry}`);

/** Nobody calls the constructor of what Nest injects, and its parameters are nobody's business. */
function forgetInjected(project) {
  for (const constructor of project.getReflectionsByKind(ReflectionKind.Constructor)) {
    const { packagePath: fileName = '' } = project.getSymbolIdFromReflection(constructor.parent) ?? {};
    const path = join(root, fileName);
    if (fileName.startsWith('src/') && /^@(?:Injectable|Module|Controller|Catch)\(/m.test(readFileSync(path, 'utf8'))) {
      project.removeReflection(constructor);
    }
  }
}

async function writeReference() {
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const application = await Application.bootstrapWithPlugins({
    plugin: ['typedoc-plugin-markdown'],
    entryPoints: entryPoints(manifest, root).map((path) => join(root, path)),
    tsconfig: join(root, 'tsconfig.json'),
    options: join(root, 'config', 'typedoc.json'),
  });
  application.converter.on(Converter.EVENT_RESOLVE_BEGIN, ({ project }) => forgetInjected(project));
  const project = await application.convert();
  if (!project) throw new Error('The reference could not be made of the source.');
  for (const module of project.children ?? []) {
    module.comment = new Comment([{ kind: 'text', text: ENTRY_POINTS[module.name] ?? '' }]);
    module.name = importedAs(module.name);
  }
  application.validate(project);
  if (application.logger.hasErrors() || application.logger.hasWarnings()) {
    throw new Error('The comments of the source have faults; see above.');
  }
  await application.generateOutputs(project);
}

stagePages();
await writeReference();
rmSync(site, { recursive: true, force: true });
await build(docs, { base: flags.base });
const dead = deadLinks(site, flags.base);
for (const { page, link } of dead) console.error(`${page}: ${link} leads nowhere`);
console.log(`\n${dead.pages} pages, ${dead.links} links, ${dead.length} of them dead: ${site}`);
if (dead.length > 0) process.exitCode = 1;
else if (flags.preview) await serve({ root: docs, base: flags.base });
