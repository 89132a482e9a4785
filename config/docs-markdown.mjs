/** What the site, and the tests of its pages, need to know of Markdown: fences, headings, links. Pure. */

/** Blanks out fenced blocks and code spans, so that only prose is left, on the same lines. */
export function proseOf(text) {
  const blank = (found) => found.replaceAll(/[^\n]/g, ' ');
  return text.replaceAll(/^(`{3,})[^\n]*\n[\s\S]*?^\1$/gm, blank).replaceAll(/`[^`\n]+`/g, blank);
}

/** The anchor that GitHub makes of a heading; the site is told to make the same, so that a link works on both. */
export function slugOf(heading) {
  return heading
    .trim()
    .toLowerCase()
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/[^\p{L}\p{N}\p{M}\p{Pc}\- ]/gu, '')
    .replaceAll(' ', '-');
}

/** A heading as text, without the marks of code, emphasis and links. */
const plain = (heading) => heading.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1').replaceAll(/[`*]/g, '');

/** Every anchor of a page, a heading that comes again with the number that it gets. */
export function anchorsOf(text) {
  const seen = new Map();
  const anchors = new Set([...text.matchAll(/\bid="([^"]+)"/g)].map(([, id]) => id));
  const headings = text.replaceAll(/^(`{3,})[^\n]*\n[\s\S]*?^\1$/gm, '').matchAll(/^#{1,6} (.+)$/gm);
  for (const [, heading] of headings) {
    const slug = slugOf(plain(heading));
    const times = seen.get(slug) ?? 0;
    seen.set(slug, times + 1);
    anchors.add(times === 0 ? slug : `${slug}-${times}`);
  }
  return anchors;
}

/** Every link and image of a page, with the line it stands on, from 1. */
export function linksOf(text) {
  return [...proseOf(text).matchAll(/\]\(([^)\s]+)\)/g)].map(({ 1: target, index }) => ({
    target,
    line: text.slice(0, index).split('\n').length,
  }));
}

/** Puts other targets in the place of a page's links; `change` gets text and target, and answers the whole link. */
export function changeLinks(text, change) {
  const prose = proseOf(text);
  let end = 0;
  let changed = '';
  for (const { 0: found, 1: target, index } of prose.matchAll(/\]\(([^)\s]+)\)/g)) {
    const opening = openingOf(prose, index);
    if (opening < end) continue;
    changed += text.slice(end, opening) + change(text.slice(opening + 1, index), target);
    end = index + found.length;
  }
  return changed + text.slice(end);
}

/** Where the text of a link begins, of which the closing bracket stands at `closing`. */
function openingOf(text, closing) {
  let depth = 0;
  for (let at = closing; at >= 0; at -= 1) {
    if (text[at] === ']') depth += 1;
    if (text[at] === '[') depth -= 1;
    if (depth === 0) return at;
  }
  return 0;
}
