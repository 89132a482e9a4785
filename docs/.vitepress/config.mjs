import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { slugOf } from '../../config/docs-markdown.mjs';
import { docsPages, sectionsOf } from '../../config/docs-pages.mjs';
import { rendering } from '../../config/docs-rendering.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const link = (page) => `/${page.replace(/(?:(?<=^|\/)index)?\.md$/, '')}`;
const sidebar = sectionsOf(docsPages(dirname(here))).map(({ pages, ...section }) => ({
  ...section,
  items: pages.map(([text, page]) => ({ text, link: link(page) })),
}));

export default {
  title: 'Tillbridge',
  description: 'Payments for NestJS shops: every notification kept, every effect once, no refund twice.',
  lang: 'en',
  srcDir: '../.site/pages',
  outDir: '../.site/dist',
  cacheDir: '../.site/cache',
  lastUpdated: false,
  head: [['link', { rel: 'icon', type: 'image/svg+xml', href: '/mark.svg' }]],
  markdown: {
    linkify: false,
    anchor: { slugify: slugOf },
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
    config: rendering,
  },
  vite: { logLevel: 'warn', build: { chunkSizeWarningLimit: 4_000 } },
  themeConfig: {
    logo: '/mark.svg',
    outline: { level: [2, 3] },
    search: {
      provider: 'local',
      options: {
        // Who searches has a question; the reference is there for who knows the name of what he looks for.
        miniSearch: { searchOptions: { boostDocument: (id) => (id.includes('/reference/api/') ? 0.2 : 1) } },
      },
    },
    nav: [
      { text: 'First payment', link: '/guide/first-payment' },
      { text: 'Concepts', link: '/guide/concepts' },
      { text: 'Configuration', link: '/configuration' },
      { text: 'Errors', link: '/errors' },
      { text: 'Reference', link: '/reference/api/' },
    ],
    sidebar,
    docFooter: { prev: 'Before', next: 'Next' },
  },
};
