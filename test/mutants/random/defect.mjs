/** One defect: what the text becomes, and how people and the list of harmless ones name it. */

/** See the types. */
export const withDefect = (source, { start, end, text }) => source.slice(0, start) + text + source.slice(end);

/** In one line, as it is when it is formatted in whatever way. */
const inOneLine = (text) => text.replace(/\s+/g, ' ').trim();

/** See the types. */
export function aboutDefect(source, defect) {
  const first = source.lastIndexOf('\n', defect.start - 1) + 1;
  const following = source.indexOf('\n', defect.end);
  const last = following === -1 ? source.length : following;
  return {
    line: source.slice(0, defect.start).split('\n').length,
    before: inOneLine(source.slice(first, last)),
    after: inOneLine(source.slice(first, defect.start) + defect.text + source.slice(defect.end, last)),
  };
}
