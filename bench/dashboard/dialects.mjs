/**
 * The differences between engines that the rows of the bench need. Expressions are SQL. `hurry` and `calm` run before
 * and after the filling: its data need not survive a power cut.
 */

const stack = (...parts) => parts.map((part) => `(${part})`).join(' || ');

const DIALECTS = {
  'better-sqlite3': {
    quote: (name) => `"${name}"`,
    join: stack,
    pad: (number, width) => `printf('%0${width}d', ${number})`,
    hex: (number) => `printf('%012x', ${number})`,
    whole: (number, by) => `${number} / ${by}`,
    settle: () => 'ANALYZE',
    hurry: ['PRAGMA synchronous = OFF', 'PRAGMA cache_size = -262144'],
    calm: ['PRAGMA synchronous = FULL', 'PRAGMA cache_size = -2000'],
  },
  mariadb: {
    quote: (name) => `\`${name}\``,
    join: (...parts) => `CONCAT(${parts.join(', ')})`,
    pad: (number, width) => `LPAD(${number}, ${width}, '0')`,
    hex: (number) => `LPAD(LOWER(HEX(${number})), 12, '0')`,
    whole: (number, by) => `${number} DIV ${by}`,
    settle: (table) => `ANALYZE TABLE ${table}`,
    hurry: [],
    calm: [],
  },
  postgres: {
    quote: (name) => `"${name}"`,
    join: stack,
    pad: (number, width) => `lpad((${number})::text, ${width}, '0')`,
    hex: (number) => `lpad(to_hex((${number})::bigint), 12, '0')`,
    whole: (number, by) => `${number} / ${by}`,
    settle: (table) => `VACUUM ANALYZE ${table}`,
    hurry: [],
    calm: [],
  },
};
DIALECTS.mysql = DIALECTS.mariadb;

/** @param {string} type TypeORM's name of the engine */
export function dialectOf(type) {
  const dialect = DIALECTS[type];
  const { join, hex, pad } = dialect;
  return {
    ...dialect,
    /** An id that sorts by its time, like the package's own; `tag` makes ids of one time and table unique. */
    id: (ms, number, tag = '000') => {
      const time = hex(ms);
      return join(`substr(${time}, 1, 8)`, `'-'`, `substr(${time}, 9, 4)`, `'-7${tag}-8000-'`, pad(number, 12));
    },
    /** One of several values in turn: `shares` are pairs `[value, upTo]`, in per cent. */
    share: (number, shares) =>
      `CASE ${shares.map(([value, upTo]) => `WHEN (${number}) % 100 < ${upTo} THEN ${value}`).join(' ')} END`,
  };
}
