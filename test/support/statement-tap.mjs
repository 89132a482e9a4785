/**
 * Runs code before and after every statement of a DataSource: counts them, holds them, breaks them. TypeORM's own
 * runners do the work, and the database is the real one.
 */

const BEGINS = /^(START TRANSACTION|BEGIN)\b/i;
const ENDS = /^(COMMIT|ROLLBACK)$/i;

function watchRunner(runner, tap) {
  const original = runner.query;
  let transaction = null;
  const query = async (...parameters) => {
    const sql = String(parameters[0]).replace(/\s+/g, ' ').trim();
    const raw = (text) => Reflect.apply(original, runner, [text]);
    const statement = { sql, parameters: parameters[1] ?? [], transaction: transaction ?? [], runner, raw };
    await tap.before?.(statement);
    const result = await Reflect.apply(original, runner, parameters);
    if (BEGINS.test(sql)) transaction = [];
    else transaction?.push(sql);
    if (ENDS.test(sql)) transaction = null;
    await tap.after?.(statement);
    return result;
  };
  return Object.assign(runner, { query });
}

/** See the types. */
export function tapStatements(dataSource, tap) {
  const own = Object.getOwnPropertyDescriptor(dataSource, 'createQueryRunner');
  const create = dataSource.createQueryRunner.bind(dataSource);
  const value = (mode) => watchRunner(create(mode), tap);
  Object.defineProperty(dataSource, 'createQueryRunner', { value, configurable: true, writable: true });
  return () => {
    if (own) Object.defineProperty(dataSource, 'createQueryRunner', own);
    else Reflect.deleteProperty(dataSource, 'createQueryRunner');
  };
}
