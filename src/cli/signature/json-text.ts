/** Parsed JSON that loses only white space and the spelling of its strings: numbers keep their digits. */
export type JsonNode =
  | { readonly kind: 'word'; readonly text: string }
  | { readonly kind: 'text'; readonly value: string }
  | { readonly kind: 'list'; readonly items: readonly JsonNode[] }
  | { readonly kind: 'object'; readonly members: readonly (readonly [string, JsonNode])[] };

/** How a program writes JSON. */
export interface JsonHabits {
  /** Names in alphabetical order, as the service writes them, or in their original order. */
  readonly sorted: boolean;
  /** After commas and colons: nothing, a space, or new lines with this number of spaces. */
  readonly layout: 'compact' | 'spaced' | 2 | 4;
  /** `\/` for `/`. */
  readonly slashes: boolean;
  /** `\u00e9` for é. */
  readonly escapes: boolean;
}

const TOKEN = /\s*("(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*|true|false|null|[{}[\],:])/y;
/** Deeper than any real document. */
const DEEPEST = 100;

/**
 * Reads JSON so that it can be written in another way, digit for digit.
 *
 * @returns null if it is not JSON
 */
export function readJsonText(text: string): JsonNode | null {
  try {
    // JavaScript's own parser decides; the tokens below accept all that it accepts.
    JSON.parse(text);
    return nodeFrom(tokensOf(text), 0);
  } catch {
    return null;
  }
}

function* tokensOf(text: string): Generator<string, undefined> {
  const token = new RegExp(TOKEN);
  for (let match = token.exec(text); match; match = token.exec(text)) yield match[1]!;
}

type Tokens = Iterator<string, undefined>;

function nodeFrom(tokens: Tokens, depth: number, first = tokens.next().value): JsonNode {
  if (first === undefined || depth > DEEPEST)
    throw new SyntaxError('The text ends too early, or is nested too deeply.');
  if (first === '{') return { kind: 'object', members: membersFrom(tokens, depth) };
  if (first === '[') return { kind: 'list', items: itemsFrom(tokens, depth) };
  if (first.startsWith('"')) return { kind: 'text', value: String(JSON.parse(first)) };
  return { kind: 'word', text: first };
}

function membersFrom(tokens: Tokens, depth: number): [string, JsonNode][] {
  const members: [string, JsonNode][] = [];
  for (let token = tokens.next().value; token !== undefined && token !== '}'; token = tokens.next().value) {
    if (token === ',') continue;
    tokens.next();
    members.push([String(JSON.parse(token)), nodeFrom(tokens, depth + 1)]);
  }
  return members;
}

function itemsFrom(tokens: Tokens, depth: number): JsonNode[] {
  const items: JsonNode[] = [];
  for (let token = tokens.next().value; token !== undefined && token !== ']'; token = tokens.next().value) {
    if (token !== ',') items.push(nodeFrom(tokens, depth + 1, token));
  }
  return items;
}

/** Writes JSON in the way of a program. */
export function writeJsonText(node: JsonNode, habits: JsonHabits, depth = 0): string {
  if (node.kind === 'word') return node.text;
  if (node.kind === 'text') return quoted(node.value, habits);
  if (node.kind === 'list') {
    return enclosed(
      '[]',
      node.items.map((item) => writeJsonText(item, habits, depth + 1)),
      { habits, depth },
    );
  }
  const members = habits.sorted ? [...node.members].sort(([a], [b]) => (a < b ? -1 : 1)) : node.members;
  const colon = habits.layout === 'compact' ? ':' : ': ';
  const parts = members.map(
    ([name, value]) => `${quoted(name, habits)}${colon}${writeJsonText(value, habits, depth + 1)}`,
  );
  return enclosed('{}', parts, { habits, depth });
}

function enclosed(
  [open, close]: string,
  parts: readonly string[],
  { habits: { layout }, depth }: { habits: JsonHabits; depth: number },
): string {
  if (parts.length === 0 || typeof layout === 'string') {
    return `${open}${parts.join(layout === 'spaced' ? ', ' : ',')}${close}`;
  }
  const margin = ' '.repeat(layout * depth);
  const inner = `${margin}${' '.repeat(layout)}`;
  return `${open}\n${inner}${parts.join(`,\n${inner}`)}\n${margin}${close}`;
}

const NOT_ASCII = /[^\x20-\x7e]/g;
const escaped = (unit: string): string => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;

function quoted(text: string, { slashes, escapes }: JsonHabits): string {
  const plain = JSON.stringify(text);
  const slashed = slashes ? plain.replaceAll('/', String.raw`\/`) : plain;
  return escapes ? slashed.replace(NOT_ASCII, escaped) : slashed;
}
