/** A longer header is an attack: no browser sends so many languages. */
const MAX_LENGTH = 1_000;
const MAX_LANGUAGES = 20;
const RANGE = /^([A-Za-z]{1,8}(?:-[A-Za-z0-9]{1,8})*)(?:;q=(0(?:\.\d{0,3})?|1(?:\.0{0,3})?))?$/;

/**
 * The languages of an `Accept-Language` header, best first (RFC 9110 section 12.5.4). Malformed entries, entries with
 * `q=0` and `*` are left out. Never throws.
 *
 * @param header - the header's value; `undefined` if there is none
 * @example
 * acceptedLanguages('fr;q=0.5, nl-BE'); // ['nl-BE', 'fr']
 */
export function acceptedLanguages(header: unknown): string[] {
  if (typeof header !== 'string') return [];
  const ranges = header.slice(0, MAX_LENGTH).split(',', MAX_LANGUAGES).map(readRange);
  const wanted = ranges.filter((range): range is Range => range !== null && range.quality > 0);
  return wanted.toSorted((one, other) => other.quality - one.quality).map(({ tag }) => tag);
}

interface Range {
  readonly tag: string;
  readonly quality: number;
}

function readRange(text: string): Range | null {
  const [, tag, quality = '1'] = RANGE.exec(text.replaceAll(/\s/g, '')) ?? [];
  return tag === undefined ? null : { tag, quality: Number(quality) };
}
