import { isPaymentError } from '../../protocol/index.js';
import { isEngineError } from '../../database/engine/index.js';
import { maskPersonal, messageOf } from '../../support/index.js';
import { runbook } from '../../shop/core/runbook.js';
import { CliError, isCliError } from '../cli-error.js';

/** Drivers' codes for a database that does not answer or refuses connections. */
const AWAY =
  /^(?:ECONNREFUSED|ECONNRESET|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EHOSTUNREACH|EPIPE|PROTOCOL_CONNECTION_LOST|ER_ACCESS_DENIED_ERROR|ER_BAD_DB_ERROR|ER_DBACCESS_DENIED_ERROR|ER_CON_COUNT_ERROR|28P01|28000|3D000|53300|57P03|SQLITE_CANTOPEN.*|SQLITE_NOTADB)$/;

/** Fields that hold a driver's error: TypeORM and Node wrap it. */
const INSIDE = ['cause', 'driverError', 'errors'] as const;

/** The error, and all errors inside it. */
function layersOf(error: unknown, depth = 0): unknown[] {
  if (typeof error !== 'object' || error === null || depth > 4) return [];
  const inner = INSIDE.flatMap((name) => {
    const value: unknown = Reflect.get(error, name);
    return Array.isArray(value) ? value : [value];
  });
  return [error, ...inner.flatMap((each) => layersOf(each, depth + 1))];
}

const codeOf = (error: unknown): string => String(Reflect.get(Object(error), 'code') ?? '');

/** The driver's code for an unavailable database; null for any other error. */
const awayCode = (error: unknown): string | null =>
  layersOf(error)
    .map(codeOf)
    .find((code) => AWAY.test(code)) ?? null;

/** Each engine's code or text for a missing table. */
const TABLE_MISSING = /no such table|ER_NO_SUCH_TABLE|42P01/;

/** Whether a statement failed because a table or column does not exist (yet). */
export const isTableMissing = (error: unknown): boolean =>
  layersOf(error).some((layer) =>
    TABLE_MISSING.test(`${codeOf(layer)} ${String(Reflect.get(Object(layer), 'message'))}`),
  );

/** The error if the shop's tables are older than the package. */
export const migrationsMissing = (names: readonly string[]): CliError =>
  new CliError({
    code: 'MIGRATIONS_MISSING',
    message: `The database lacks ${names.length === 0 ? 'tables' : `migrations: ${names.join(', ')}`}.`,
    advice: 'Look with `tillbridge migrate status`, then bring it up to date: `tillbridge migrate up`.',
  });

/** A handler of the shop inside the transaction failed. @param text - its name and its error, without keys */
export const handlerFailed = (text: string): CliError =>
  new CliError({
    code: 'HANDLER_FAILED',
    message: `This could not be recorded, because the shop's own code fails: ${maskPersonal(text)}`,
    advice: `Correct it, then call this again: ${runbook('handler-fails')}.`,
  });

/** The reason why the shop could not be opened; errors that give it themselves are unchanged. */
export function openingError(error: unknown): unknown {
  if (isCliError(error) || isPaymentError(error) || isEngineError(error)) return error;
  const code = awayCode(error);
  if (code !== null) {
    return new CliError({
      code: 'DATABASE_AWAY',
      message: `The shop's database cannot be reached (${code}).`,
      advice:
        "Is it running, and do this shell and the shop have the same environment (address, user, password)? The shop's own TypeORM options are used.",
    });
  }
  if (isTableMissing(error)) return migrationsMissing([]);
  return new CliError({
    code: 'SHOP_NOT_OPENED',
    message: `The shop's application cannot be opened: ${messageOf(error)}`,
    advice: 'Does it start otherwise, with the environment of this shell? --verbose shows its log.',
  });
}
