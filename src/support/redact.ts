const REDACTED = '[redacted]';
/** Shorter encoded pieces would match by chance. */
const SHORTEST_PIECE = 6;
/** The number of words of a name that are shown. */
const MOST_WORDS = 4;

/**
 * Makes a function that removes secrets from text in each form: plain, URL-encoded, as JSON text, base64 (at any
 * position of a longer encoded text) or hexadecimal. Upper and lower case count as equal.
 *
 * Redact before you cut a text: half a secret is not recognised.
 *
 * @param secrets - API keys; blank ones are ignored
 * @example
 * const redact = createRedactor(['0123456789abcdef']);
 * redact('GET /orders?api_key=0123456789abcdef'); // 'GET /orders?api_key=[redacted]'
 */
export function createRedactor(secrets: readonly string[]): (text: string) => string {
  const forms = [
    ...new Set(
      secrets
        .map((secret) => secret.trim())
        .filter(Boolean)
        .flatMap(formsOf),
    ),
  ];
  if (forms.length === 0) return (text) => text;
  const longestFirst = forms.sort((a, b) => b.length - a.length).map(escapeForRegExp);
  const pattern = new RegExp(longestFirst.join('|'), 'gi');
  return (text) => text.replace(pattern, REDACTED);
}

/**
 * Shows only the last four characters of an account number, in the service's own form (spec §2.3).
 *
 * @example
 * maskIban('NL87ABNA0000000001'); // '*** 0001'
 */
export function maskIban(iban: string): string {
  const plain = iban.replace(/\s/g, '');
  return plain.length > 8 ? `*** ${plain.slice(-4)}` : '***';
}

/**
 * Shows only the first letter and the domain of an e-mail address.
 *
 * @example
 * maskEmail('ann@example.org'); // 'a***@example.org'
 */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@');
  return at > 0 ? `${email.slice(0, 1)}***${email.slice(at)}` : '***';
}

/**
 * Shows only the first letter of each word of a name.
 *
 * @example
 * maskName('Ann Jansen'); // 'A*** J***'
 */
export const maskName = (name: string): string =>
  name
    .trim()
    .split(/\s+/)
    .slice(0, MOST_WORDS)
    .map((word) => `${[...word][0] ?? ''}***`)
    .join(' ');

function formsOf(secret: string): string[] {
  const bytes = Buffer.from(secret);
  const encoded = [
    new URLSearchParams({ s: secret }).toString().slice(2),
    encodeURIComponent(bytes.toString()),
    JSON.stringify(secret).slice(1, -1),
    bytes.toString('hex'),
    ...[0, 1, 2].flatMap((offset) => base64Inside(bytes, offset)),
  ];
  return [secret, ...encoded.filter((form) => form.length >= SHORTEST_PIECE)];
}

/** The base64 characters that depend only on the secret if it stands `offset` bytes into a longer text. */
function base64Inside(bytes: Buffer, offset: number): string[] {
  const padded = Buffer.concat([Buffer.alloc(offset), bytes]);
  const first = Math.ceil((offset * 4) / 3);
  const last = Math.floor((padded.length * 4) / 3);
  return (['base64', 'base64url'] as const).map((encoding) => padded.toString(encoding).slice(first, last));
}

function escapeForRegExp(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`);
}
