import { likely, shown, type SignatureFinding, type Mistake, type Sign } from './finding.types.js';
import { readJsonText, writeJsonText, type JsonHabits, type JsonNode } from './json-text.js';

const utf8 = (text: string): Buffer => Buffer.from(text, 'utf8');
const textOf = (body: Buffer): string => body.toString('utf8');

/** The possible originals as bytes, without those that equal the given body. */
const changed = (body: Buffer, ...meant: readonly Buffer[]): readonly Buffer[] =>
  meant.filter((each) => !each.equals(body));

const SERVICE_HABITS: JsonHabits = { sorted: true, layout: 'compact', slashes: false, escapes: false };

/** All ways of writing JSON: the service's own first, then those of common libraries. */
const ALL_HABITS: readonly JsonHabits[] = [true, false].flatMap((sorted) =>
  (['compact', 'spaced', 2, 4] as const).flatMap((layout) =>
    [false, true].flatMap((slashes) => [false, true].map((escapes) => ({ sorted, layout, slashes, escapes }))),
  ),
);

/** Changes that may happen to a body between the wire and its reader. */
export const BODY_MISTAKES: readonly Mistake<Buffer>[] = [
  {
    code: 'body-line-end',
    what: 'A line break at the end of the body is one too many, or one is missing: an editor or echo did that.',
    fix: 'Keep the bytes as they came; write them to files with printf %s, not with echo or an editor.',
    meant: (body) => changed(body, utf8(textOf(body).replace(/(?:\r?\n)+$/, '')), Buffer.concat([body, utf8('\n')])),
  },
  {
    code: 'body-byte-order-mark',
    what: 'A byte order mark stands before the body.',
    fix: 'Save the file as UTF-8 without BOM.',
    meant: (body) => changed(body, utf8(textOf(body).replace(/^\uFEFF/, ''))),
  },
  {
    code: 'body-line-ends',
    what: 'The line breaks of the body were rewritten (CR LF and LF).',
    fix: 'Copy the file as binary; do not let git or an editor convert its line ends.',
    meant: (body) =>
      changed(body, utf8(textOf(body).replaceAll('\r\n', '\n')), utf8(textOf(body).replace(/\r?\n/g, '\r\n'))),
  },
  {
    code: 'body-with-headers',
    what: 'The file holds the whole HTTP request, not only its body.',
    fix: 'Keep only what follows the first empty line.',
    meant: (body) =>
      changed(body, ...[/^(?:POST|HTTP)[^]*?\r?\n\r?\n/].map((head) => utf8(textOf(body).replace(head, '')))),
  },
  {
    code: 'body-base64',
    what: 'The body is base64, as the database keeps it.',
    fix: 'Decode it first.',
    meant: (body) => (/^[A-Za-z0-9+/\s]{8,}={0,2}\s*$/.test(textOf(body)) ? [Buffer.from(textOf(body), 'base64')] : []),
  },
  {
    code: 'body-quoted',
    what: 'The body is JSON inside a JSON text: it was serialised twice, or copied from a log.',
    fix: 'Take the text inside, or better the bytes as they came.',
    meant: (body) => insideQuotes(textOf(body)),
  },
  {
    code: 'body-charset',
    what: 'The letters of the body were read in another character set (UTF-8 taken for Latin-1, or the reverse).',
    fix: 'Treat the body as bytes from the socket to the signature; never as a string of another character set.',
    meant: (body) => changed(body, Buffer.from(textOf(body), 'latin1'), utf8(body.toString('latin1'))),
  },
  {
    code: 'body-re-serialised',
    what: 'The body was parsed and written again: the same JSON, and other bytes than were signed.',
    fix: 'Verify the raw bytes: NestFactory.create(AppModule, { rawBody: true }), and no parser before it.',
    meant: (body) => {
      const node = readJsonText(textOf(body));
      return node ? changed(body, ...ALL_HABITS.map((habits) => utf8(writeJsonText(node, habits)))) : [];
    },
  },
];

function insideQuotes(text: string): readonly Buffer[] {
  const node = readJsonText(text.trim());
  return node?.kind === 'text' ? [utf8(node.value)] : [];
}

/** A body as text, and as JSON if it can be parsed. */
interface BodyText {
  readonly text: string;
  readonly node: JsonNode | null;
}

const SUSPICIONS: readonly Sign<BodyText>[] = [
  {
    code: 'body-empty',
    what: 'The body is empty: it was read before, or never kept.',
    fix: 'Keep the raw body: NestFactory.create(AppModule, { rawBody: true }), and no parser of your own before the route.',
    shows: ({ text }) => text === '',
  },
  {
    code: 'body-not-json',
    what: 'The body is no JSON; every POST notification is.',
    fix: 'Look whether it was cut short, or is something else.',
    shows: ({ text, node }) => text !== '' && node === null,
  },
  {
    code: 'body-rounded',
    what: 'A long number in the body is one that JavaScript rounds to: its last digits may have been lost by JSON.parse.',
    fix: 'Verify the raw bytes; a rounded id cannot be brought back.',
    shows: ({ node }) => node !== null && numbersOf(node).some(isRounded),
  },
  {
    code: 'body-other-habits',
    what: 'The body is not written as the service writes (sorted names, no spaces, plain / and letters): it looks re-serialised.',
    fix: 'Verify the raw bytes: NestFactory.create(AppModule, { rawBody: true }), and no parser before it.',
    shows: ({ text, node }) => node !== null && text !== writeJsonText(node, SERVICE_HABITS),
  },
];

/** Findings about a body that no mistake explains: hints, not proofs. */
export function bodyMistakes(body: Buffer): readonly SignatureFinding[] {
  const text = textOf(body);
  return shown(SUSPICIONS, { text, node: readJsonText(text) }).map(likely);
}

function numbersOf(node: JsonNode): readonly string[] {
  if (node.kind === 'word') return [node.text];
  if (node.kind === 'list') return node.items.flatMap(numbersOf);
  return node.kind === 'object' ? node.members.flatMap(([, value]) => numbersOf(value)) : [];
}

/** A number that is too long to be exact, and that JavaScript itself would write. */
const isRounded = (word: string): boolean =>
  /^-?\d+$/.test(word) && !Number.isSafeInteger(Number(word)) && String(Number(word)) === word;
