import { readFileSync } from 'node:fs';

/** A documented shape: an object by its keys, a list of one shape, or a value that is not described further. */
export type Shape = { readonly keys: ReadonlyMap<string, Shape> } | { readonly each: Shape } | 'value';

const TOKEN = /[{}[\]:,?]|[^{}[\]:,?\s]+/g;

/** Reads `{ a, b?: [{ c }], d: { e } }`. */
export function readShape(text: string): Shape {
  const tokens = text.match(TOKEN) ?? [];
  const take = (): string => tokens.shift() ?? '';
  const shape = (): Shape => {
    const first = take();
    if (first === '[') {
      const each = shape();
      take();
      return { each };
    }
    if (first !== '{') return 'value';
    const keys = new Map<string, Shape>();
    while (tokens[0] !== undefined && tokens[0] !== '}') {
      const name = take();
      const isOptional = tokens[0] === '?' && take() === '?';
      const hasShape = tokens[0] === ':' && take() === ':';
      keys.set(isOptional ? `${name}?` : name, hasShape ? shape() : 'value');
      if (tokens[0] === ',') take();
    }
    take();
    return { keys };
  };
  return shape();
}

/** Where a document has other keys than its shape says. */
export function differencesOf(shape: Shape, value: unknown, at = ''): string[] {
  if (shape === 'value' || value === null) return [];
  if ('each' in shape) {
    if (!Array.isArray(value)) return [`${at} is no list`];
    return value.flatMap((each: unknown, index) => differencesOf(shape.each, each, `${at}[${index}]`));
  }
  const found = Object.entries(value as object);
  const names = new Set(found.map(([name]) => name));
  const missing = [...shape.keys.keys()].filter((key) => !key.endsWith('?') && !names.has(key));
  const deeper = found.flatMap(([name, inner]: [string, unknown]) => {
    const described = shape.keys.get(name) ?? shape.keys.get(`${name}?`);
    return described ? differencesOf(described, inner, `${at}.${name}`) : [`${at}.${name} is not documented`];
  });
  return [...missing.map((key) => `${at}.${key} is missing`), ...deeper];
}

/** The pages that describe the commands. */
const PAGES = ['docs/command-line.md', 'docs/reference/tools.md'];

/** The shapes that the pages give for `--json` of a command, in their order. */
export function documentedShapes(command: string): readonly string[] {
  const page = PAGES.map((path) => readFileSync(path, 'utf8')).join('\n');
  const titleOf = (section: string): string[] => section.split('\n', 1)[0]?.split(' and ') ?? [];
  const text = page.split(/^## /m).find((section) => titleOf(section).includes(command)) ?? '';
  const after = text
    .replaceAll(/```[^]*?```/g, '')
    .split('`--json`')
    .slice(1)
    .join('');
  return [...after.matchAll(/`(\{[^`]*\})`/g)].map(([, shape]) => String(shape));
}

/** How a document that a command has printed differs from the page: from each of the shapes that it gives; empty when it is one of them. */
export function undocumented(command: string, document: unknown): readonly string[] {
  const differences = documentedShapes(command).map((shape) => differencesOf(readShape(shape), document));
  if (differences.length === 0) return [`No page says anything of \`--json\` for ${command}`];
  return differences.some((each) => each.length === 0) ? [] : differences.flat();
}
