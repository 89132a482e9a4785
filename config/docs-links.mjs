/** Looks at a built site: does every link, with its anchor, lead to something that is there? */
import { readdirSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';

function filesBelow(folder) {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => posix.relative(folder, posix.join(entry.parentPath, entry.name)));
}

const decoded = (text) => decodeURIComponent(text.replaceAll('&amp;', '&').replaceAll('&#39;', "'"));

/**
 * The links of a built site that lead nowhere, each with its page; `pages` and `links` say how many were looked at.
 *
 * @param site - the folder of the site
 * @param base - the path at which it will stand
 */
export function deadLinks(site, base = '/') {
  const files = new Set(filesBelow(site));
  const pages = [...files].filter((file) => file.endsWith('.html'));
  const texts = new Map(pages.map((page) => [page, readFileSync(posix.join(site, page), 'utf8')]));
  const anchors = new Map(
    [...texts].map(([page, text]) => [
      page,
      new Set([...text.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => decoded(id))),
    ]),
  );
  const links = pages.flatMap((page) =>
    [...texts.get(page).matchAll(/<a\b[^>]*?\shref="([^"]*)"/g)].map(([, href]) => ({ page, link: decoded(href) })),
  );
  const local = links.filter(({ link }) => !/^(?:[a-z]+:|\/\/)/.test(link));
  const dead = local.filter(({ page, link }) => !leadsSomewhere({ page, link, base, files, anchors }));
  return Object.assign(dead, { pages: pages.length, links: local.length });
}

function leadsSomewhere({ page, link, base, files, anchors }) {
  const [path = '', anchor = ''] = link.split('#');
  const target = path === '' ? page : placeOf(page, path, base);
  const file = [target, `${target}.html`, posix.join(target, 'index.html')].find((name) => files.has(name));
  if (file === undefined) return false;
  return anchor === '' || !file.endsWith('.html') || anchors.get(file).has(anchor);
}

function placeOf(page, path, base) {
  if (path.startsWith(base)) return posix.normalize(path.slice(base.length) || 'index.html').replace(/\/$/, '');
  return path.startsWith('/') ? `outside the base: ${path}` : posix.normalize(posix.join(posix.dirname(page), path));
}
