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

/** The sidebar: what a shop's engineer needs first, how the package is built after that. */
const SECTIONS = [
  {
    text: 'Begin',
    pages: [
      ['First payment in five minutes', 'guide/first-payment.md'],
      ['Concepts', 'guide/concepts.md'],
      ['Add it to your project', 'schematic.md'],
      ['Beside its neighbours', 'guide/comparison.md'],
    ],
  },
  {
    text: 'One question each',
    pages: [
      ['The raw body', 'guide/raw-body.md'],
      ['Several accounts', 'guide/several-groups.md'],
      ['Changing a key', 'guide/key-rotation.md'],
      ['The return page', 'guide/return-page.md'],
      ['Your code: effects', 'guide/effects.md'],
      ['Refunds', 'guide/refunds.md'],
      ['Delayed orders', 'guide/delayed-orders.md'],
      ['Replicas', 'guide/replicas.md'],
      ['Databases', 'guide/databases.md'],
      ['Upgrading', 'guide/upgrading.md'],
      ['Privacy', 'guide/privacy.md'],
      ['Security model', 'guide/security-model.md'],
      ['When a call fails', 'guide/errors.md'],
      ['Testing your shop', 'guide/testing.md'],
    ],
  },
  {
    text: 'Running it',
    pages: [
      ['Dashboard', 'dashboard.md'],
      ['Command line', 'command-line.md'],
      ['Health, metrics, logs', 'telemetry.md'],
      ['When something needs a hand', 'operating.md'],
    ],
  },
  {
    text: 'Look it up',
    pages: [
      ['Configuration', 'configuration.md'],
      ['Operations', 'operations.md'],
      ['Error codes', 'errors.md'],
      ['What became of a call', 'outcomes.md'],
      ['Glossary', 'glossary.md'],
      ['Reference', 'reference/index.md'],
    ],
  },
  {
    text: 'How it is built',
    collapsed: true,
    pages: [
      ['Design', 'design.md'],
      ['Specification', 'specification.md'],
      ['Protocol', 'protocol.md'],
      ['Promises', 'promises.md'],
      ['What goes wrong', 'failures.md'],
      ['Reliability', 'reliability.md'],
    ],
  },
  {
    text: 'The project',
    collapsed: true,
    pages: [
      ['Contributing', 'project/contributing.md'],
      ['Security reports', 'project/security.md'],
      ['Changelog', 'project/changelog.md'],
    ],
  },
];

/** Folders below docs/ that hold no pages of the site. */
const NO_PAGES = new Set(['.vitepress', 'public', 'reliability']);

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

/** The decisions, by their number and title. */
const decisionsOf = (pages) => ({
  text: 'Decisions',
  collapsed: true,
  pages: pages.filter((page) => page.startsWith('decisions/')).map((page) => [decisionTitle(page), page]),
});

/** `decisions/017-personal-data-goes.md`: 017 Personal data goes. */
function decisionTitle(page) {
  const [number, ...words] = posix.basename(page, '.md').split('-');
  const title = words.join(' ');
  return `${number} ${title.charAt(0).toUpperCase()}${title.slice(1)}`;
}

/** Sections with the pages that there are; `pages` are those of docs/. */
export function sectionsOf(pages) {
  const made = new Set([...pages, ...Object.values(ROOT_PAGES), 'reference/index.md']);
  return [...SECTIONS, decisionsOf(pages)].map((section) => ({
    ...section,
    pages: section.pages.filter(([, page]) => made.has(page)),
  }));
}

/** Where a page of the repository stands on the site; undefined when it has no place there. */
function sitePlaceOf(path) {
  if (path === 'README.md') return 'guide/first-payment.md';
  if (path === 'docs/decisions') return 'decisions/001-wire-names-in-order.md';
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
