/** Ways to write the target of a request for one and the same route, which a platform or what is in front of it may read. */
const ROUTE = ['payments', 'notifications', 'web'];

const ORIGINS = [
  '',
  '/',
  'http://x',
  'HTTPS://u:p@x:1',
  'http://',
  'http://x?y',
  'http://x#',
  'http://x\\',
  'ftp://x',
  '*',
];

const SEPARATORS = ['/', '//', '\\', '/\\', '%2f', '/./', '/;/'];

const WORDS: readonly ((word: string) => string)[] = [
  (word) => word,
  (word) => word.toUpperCase(),
  (word) => word.replace(/^./, (letter) => `%${letter.charCodeAt(0).toString(16)}`),
];

/** What stands behind the route, before the query. */
const TAILS = [
  ['', '/', '//', '/x', '/x/', '/x/y', '/x/y/'],
  ['#', '#x', '#/x', '#/x/y', '/#/x/y', '/x#/y/z', '#?y#'],
  [';', ';a=b', ';/x', ';/x/y', '/;x/y', '/x;/y/z'],
  ['%2f', '%2Fx', '%2fx%2Fy', '/x%2fy', '%5cx%5cy', '%23/x', '%3f/x/y', '%3b/x/y'],
  ['\\', '\\x\\y', '\\x\\y#', '/x\\', '/x\\#', '/x/y\\..#'],
  ['\t', '/\t', '/x/\t', '/x/\t#', '\f/x/y', '\xa0', '/x/\xa0'],
  ['%', '%zz', '%00', '%ff', '%25', '/..', '/x/..', '/x/y/../..'],
].flat();

/** A target, without its query. */
export const ROUTE_SPELLINGS: readonly string[] = [
  ...ORIGINS.flatMap((origin) =>
    SEPARATORS.flatMap((separator) =>
      WORDS.map((spell) => `${origin}${separator}${ROUTE.map(spell).join(separator)}`),
    ).flatMap((target) => [target, `${target}#`, `${target}#/x/y`, `${target}\t`]),
  ),
  ...['', 'http://x'].flatMap((origin) => TAILS.map((tail) => `${origin}/${ROUTE.join('/')}${tail}`)),
];
