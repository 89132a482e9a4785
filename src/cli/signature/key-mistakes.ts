import type { Mistake } from './finding.types.js';

/** A key as bytes; text is encoded as UTF-8. */
type Key = string | Buffer;

const texts = (key: Key, meant: (text: string) => readonly string[]): readonly Key[] =>
  typeof key === 'string' ? meant(key).filter((each) => each !== key && each !== key.trim()) : [];

const AROUND = ['\n', '\r\n', ' '];

/** Changes that may happen to a key between the dashboard and a configuration, on either side. */
export const KEY_MISTAKES: readonly Mistake<Key>[] = [
  {
    code: 'key-quoted',
    what: 'The key stands in quotation marks.',
    fix: 'Take them away: a file of environment variables read by docker, for one, keeps them as part of the value.',
    meant: (key) => texts(key, (text) => [text.trim().replace(/^(["'`])(.*)\1$/s, '$2')]),
  },
  {
    code: 'key-with-name',
    what: 'The name of the variable, or of the parameter, was taken along with the key.',
    fix: 'Give only what follows the = or the colon.',
    meant: (key) => texts(key, (text) => [text.trim().replace(/^[\w -]+[=:]\s*(["']?)(.*)\1$/s, '$2')]),
  },
  {
    code: 'key-white-space',
    what: 'There is white space inside the key, such as a line break of whatever it was copied from.',
    fix: 'Take it away. White space around a key does no harm.',
    meant: (key) => texts(key, (text) => [text.replace(/\s/g, '')]),
  },
  {
    code: 'key-invisible',
    what: 'The key holds invisible characters (zero width, byte order mark, no-break space).',
    fix: 'Copy it again from the dashboard, or type it; check its length.',
    meant: (key) => texts(key, (text) => [text.replace(/[\p{Cf}\p{Zs}\p{Cc}]/gu, '')]),
  },
  {
    code: 'key-case',
    what: 'The letters of the key are upper-case here and lower-case there.',
    fix: 'Copy it as it is.',
    meant: (key) => texts(key, (text) => [text.trim().toLowerCase(), text.trim().toUpperCase()]),
  },
  {
    code: 'key-signed-with-white-space',
    what: 'The signer took white space around the key for a part of it.',
    fix: 'Trim the key where it is signed: the real service knows none.',
    meant: (key) =>
      typeof key === 'string' ? [key, ...AROUND.map((space) => key.trim() + space), ` ${key.trim()}`] : [],
  },
  {
    code: 'key-empty',
    what: 'It was signed with an empty key: where it is signed, the variable is not set.',
    fix: 'Set the key there. An endpoint that takes such a signature is open to everyone.',
    meant: () => [Buffer.alloc(0)],
  },
  {
    code: 'key-decoded',
    what: 'The signer decoded the key from hexadecimal digits or base64 first.',
    fix: 'Sign with the characters of the key as they are (spec §5.2).',
    meant: (key) =>
      typeof key === 'string' ? [Buffer.from(key.trim(), 'hex'), Buffer.from(key.trim(), 'base64')] : [],
  },
];
