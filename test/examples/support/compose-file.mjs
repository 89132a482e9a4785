/** A compose file as values, with its anchors and merges resolved. Read by the parser of Prettier, which is here anyway. */
import { readFileSync } from 'node:fs';
import { parsers } from 'prettier/plugins/yaml';

const KINDS = {
  plain: ({ value }) => (value === 'true' || value === 'false' ? value === 'true' : value),
  quoteSingle: ({ value }) => value,
  quoteDouble: ({ value }) => value,
  sequence: ({ children }, anchors) => children.map((item) => valueOf(item.children[0], anchors)),
  flowSequence: ({ children }, anchors) =>
    children.map((item) => valueOf(item.type === 'flowSequenceItem' ? item.children[0] : item, anchors)),
  mapping: mappingOf,
  flowMapping: mappingOf,
  alias: ({ value }, anchors) => anchors.get(value),
};

function valueOf(node, anchors) {
  if (!node) return null;
  const read = KINDS[node.type];
  if (!read) throw new Error(`${node.type} is not expected in a compose file`);
  const value = read(node, anchors);
  if (node.anchor) anchors.set(node.anchor.value, value);
  return value;
}

function mappingOf({ children }, anchors) {
  const entries = children.map(({ children: [key, value] }) => [
    valueOf(key.children[0], anchors),
    valueOf(value.children?.[0], anchors),
  ]);
  const merged = entries.filter(([key]) => key === '<<').flatMap(([, value]) => value);
  return Object.assign({}, ...merged.toReversed(), Object.fromEntries(entries.filter(([key]) => key !== '<<')));
}

/** See the types. */
export function readComposeFile(path) {
  const { children } = parsers.yaml.parse(readFileSync(path, 'utf8'));
  const [, body] = children[0].children;
  return valueOf(body.children[0], new Map());
}
