/** Which pages the site has, in which order, and where links of the repository lead on it. */
import { existsSync, readdirSync } from 'node:fs';
import { posix } from 'node:path';
import { changeLinks } from './docs-markdown.mjs';

/** Pages of the repository's root that the site shows, too. */
export const ROOT_PAGES = {
  'CONTRIBUTING.md': 'project/contributing.md',
  'SECURITY.md': 'project/security.md',
  'CHANGELOG.md': 'project/changelog.md',
};

/** The sidebar: first what a shop needs, then what stands behind it. */
const SECTIONS = [
  {
    text: 'Start',
    pages: [
      ['What to read', 'guide/index.md'],
      ['First payment', 'guide/first-payment.md'],
      ['Concepts', 'guide/concepts.md'],
      ['nest add tillbridge', 'reference/nest-add.md'],
    ],
  },
  {
    text: 'Recipes',
    pages: [
      ['What there is', 'recipes/index.md'],
      ['Payment link by mail', 'recipes/payment-link.md'],
      ['Saved cards and one-click', 'recipes/saved-cards.md'],
      ['Subscriptions', 'recipes/subscriptions.md'],
      ['Payment components', 'recipes/payment-components.md'],
      ['Apple Pay and Google Pay', 'recipes/wallets.md'],
      ['Gift card and another method', 'recipes/gift-card.md'],
      ['Pay later', 'recipes/pay-later.md'],
      ['Till with a tip', 'recipes/till.md'],
      ['Effects in queues of BullMQ', 'recipes/bullmq.md'],
      ['Events to other systems', 'recipes/events-out.md'],
      ['An existing data-source.ts', 'recipes/data-source.md'],
      ['Services with @Transactional()', 'recipes/transactional.md'],
      ['Prisma or MikroORM', 'recipes/prisma-mikro-orm.md'],
      ['Global guards, Swagger', 'recipes/global-guards.md'],
      ['Several shops in one process', 'recipes/several-shops.md'],
      ['From a hand-written handler', 'recipes/from-a-handler.md'],
      ['Going live', 'recipes/going-live.md'],
    ],
  },
  {
    text: 'Guide',
    pages: [
      ['Raw body', 'guide/raw-body.md'],
      ['Handlers (effects)', 'guide/effects.md'],
      ['Return page', 'guide/return-page.md'],
      ['Refunds', 'guide/refunds.md'],
      ['When a call fails', 'guide/failed-calls.md'],
      ['Delayed orders', 'guide/delayed-orders.md'],
      ['What needs attention', 'guide/attention.md'],
      ['Several accounts', 'guide/several-groups.md'],
      ['Changing a key', 'guide/key-rotation.md'],
      ['Databases', 'guide/databases.md'],
      ['Replicas', 'guide/replicas.md'],
      ['Testing your shop', 'guide/testing.md'],
      ['Privacy', 'guide/privacy.md'],
      ['Security model', 'guide/security-model.md'],
      ['Upgrading', 'guide/upgrading.md'],
    ],
  },
  {
    text: 'Set up and run',
    pages: [
      ['Configuration', 'configuration.md'],
      ['Command line', 'command-line.md'],
      ['Dashboard', 'dashboard.md'],
      ['Health, metrics, traces, logs', 'telemetry.md'],
      ['Runbook', 'runbook.md'],
    ],
  },
  {
    text: 'Reference',
    pages: [
      ['Glossary', 'glossary.md'],
      ['Operations', 'reference/operations.md'],
      ['Error codes', 'errors.md'],
      ['Outcome of a call', 'reference/outcomes.md'],
      ['OpenTelemetry and Prometheus', 'reference/metrics.md'],
      ['Size of a large shop', 'reference/fleet.md'],
      ['Calls and polling', 'reference/calls-and-polling.md'],
      ['Refund rules', 'reference/refund-rules.md'],
      ['Groups found at run time', 'reference/groups-at-run-time.md'],
      ['Services that take no tx', 'reference/host-transaction.md'],
      ['What the dashboard shows', 'reference/dashboard-pages.md'],
      ['Tools without a shop', 'reference/tools.md'],
      ['Checks of doctor', 'reference/doctor-checks.md'],
      ['Sandbox', 'reference/sandbox.md'],
      ['Compatibility', 'reference/compatibility.md'],
      ['API', 'reference/api/index.md'],
    ],
  },
  {
    text: 'Evidence',
    collapsed: true,
    pages: [
      ['Promises', 'evidence/promises.md'],
      ['Scenarios', 'evidence/scenarios.md'],
      ['Reliability', 'evidence/reliability.md'],
      ['Comparison', 'evidence/comparison.md'],
    ],
  },
  {
    text: 'Internals',
    collapsed: true,
    pages: [
      ['Design', 'internals/design.md'],
      ['Specification', 'internals/specification.md'],
      ['Protocol', 'internals/protocol.md'],
    ],
  },
  {
    text: 'Project',
    collapsed: true,
    pages: [
      ['Contributing', 'project/contributing.md'],
      ['Security reports', 'project/security.md'],
      ['Changelog', 'project/changelog.md'],
    ],
  },
];

/** Folders below docs/ that hold no pages of the site. */
const NO_PAGES = new Set(['.vitepress', 'public']);

/** Every Markdown page below docs/, as paths relative to it. */
export function docsPages(docs, folder = '') {
  return readdirSync(posix.join(docs, folder), { withFileTypes: true })
    .filter(({ name }) => !NO_PAGES.has(name))
    .flatMap((entry) => {
      const path = posix.join(folder, entry.name);
      if (entry.isDirectory()) return docsPages(docs, path);
      return entry.name.endsWith('.md') ? [path] : [];
    })
    .sort();
}

/** Where the decisions are, below docs/. */
const DECISIONS = 'internals/decisions/';

/** The decisions, by their number and title. */
const decisionsOf = (pages) => ({
  text: 'Decisions',
  collapsed: true,
  pages: pages.filter((page) => page.startsWith(DECISIONS)).map((page) => [decisionTitle(page), page]),
});

/** `017-personal-data-goes.md`: 017 Personal data goes. */
function decisionTitle(page) {
  const [number, ...words] = posix.basename(page, '.md').split('-');
  const title = words.join(' ');
  return `${number} ${title.charAt(0).toUpperCase()}${title.slice(1)}`;
}

/** Sections with the pages that there are; `pages` are those of docs/. */
export function sectionsOf(pages) {
  const made = new Set([...pages, ...Object.values(ROOT_PAGES), 'reference/api/index.md']);
  return [...SECTIONS, decisionsOf(pages)].map((section) => ({
    ...section,
    pages: section.pages.filter(([, page]) => made.has(page)),
  }));
}

/** Where a page of the repository stands on the site; undefined when it has no place there. */
function sitePlaceOf(path) {
  if (path === 'README.md') return 'guide/first-payment.md';
  if (path === 'docs/internals/decisions') return `${DECISIONS}001-wire-names-in-order.md`;
  if (path in ROOT_PAGES) return ROOT_PAGES[path];
  return path.startsWith('docs/') && path.endsWith('.md') ? path.slice('docs/'.length) : undefined;
}

/** A file of the repository, of which the site only knows the name, or the address if it was told one. */
function toSource(text, path, source) {
  if (source) return `[${text}](${source.replace(/\/$/, '')}/${path})`;
  return `<span class="source" title="${path}">${text}</span>`;
}

/**
 * Rewrites the links of a repository's page for the site.
 *
 * @param page - path in the repository and place on the site
 * @param source - address below which the repository's files can be read; without it they are named only
 */
export function toSitePage(text, { path, place, source }) {
  return changeLinks(text, (words, target) => {
    if (/^([a-z]+:|#|\/)/.test(target)) return `[${words}](${target})`;
    const [file = '', anchor] = target.split('#');
    const meant = posix.normalize(posix.join(posix.dirname(path), file)).replace(/\/$/, '');
    const there = sitePlaceOf(meant);
    if (there === undefined) return toSource(words, meant, source);
    const link = posix.relative(posix.dirname(place), there);
    const kept = anchor !== undefined && meant !== 'README.md' ? `#${anchor}` : '';
    return `[${words}](${link.startsWith('.') ? link : `./${link}`}${kept})`;
  });
}

/** The entry points of the package that have a reference: each export that is code, by its source. */
export function entryPoints(manifest, root) {
  return Object.entries(manifest.exports)
    .filter(([, target]) => typeof target === 'object' && target.import)
    .map(([, target]) => target.import.types.replace('./dist/esm/', 'src/').replace(/\.d\.ts$/, '.ts'))
    .filter((path) => existsSync(posix.join(root, path)));
}
