/** Numbers as rows, for statements that write many rows at once. */
const COUNTED = {
  postgres: (from, to) => ({ number: 'n', rows: `FROM generate_series(${from}, ${to}) n` }),
  mariadb: (from, to) => ({ number: 'seq', rows: `FROM seq_${from}_to_${to}` }),
};

/** Engines that can count. */
export const COUNTING = Object.keys(COUNTED);

/** @returns {{ number: string, rows: string }} in SQL: the number of a row, and the `FROM` that has a row for each number */
export const counted = (engine, from, to) => COUNTED[engine](from, to);
