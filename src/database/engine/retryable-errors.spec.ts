import { describe, expect, it } from '@jest/globals';
import type { Engine } from './engine.js';
import { isRefusedStatement, retryReason } from './retryable-errors.js';
import type { RetryReason } from './retry-reason.js';

describe('whether a transaction that failed may be run again', () => {
  it.each<[Engine, unknown, RetryReason | undefined]>([
    ['mysql', { errno: 1205 }, 'lock-timeout'],
    ['mariadb', { name: 'QueryFailedError', driverError: { errno: 1213, code: 'ER_LOCK_DEADLOCK' } }, 'deadlock'],
    ['mysql', { driverError: { errno: 3101 } }, 'serialisation'],
    ['mysql', { driverError: { errno: 1317 } }, 'connection-lost'],
    ['mariadb', { driverError: { errno: 1317 } }, undefined],
    ['mariadb', { code: 'PROTOCOL_CONNECTION_LOST' }, 'connection-lost'],
    ['mariadb', { driverError: { errno: 1062 } }, undefined],
    ['mariadb', { driverError: { errno: 1047, code: 'ER_UNKNOWN_COM_ERROR' } }, 'connection-refused'],
    ['mysql', { driverError: { errno: 1021 } }, 'disk-full'],
    ['mariadb', { driverError: { errno: 1114 } }, 'disk-full'],
    ['postgres', { driverError: { code: '53100' } }, 'disk-full'],
    ['sqlite', { driverError: { code: 'SQLITE_FULL' } }, 'disk-full'],
    ['mysql', { errno: -111, code: 'ECONNREFUSED' }, 'connection-refused'],
    ['postgres', { errno: -3001, code: 'EAI_AGAIN' }, 'connection-refused'],
    // A name that does not exist is a mistake in the settings.
    ['postgres', { errno: -3008, code: 'ENOTFOUND' }, undefined],
    ['postgres', { driverError: { code: '40001' } }, 'serialisation'],
    ['postgres', { code: 'ECONNRESET', errno: -104 }, 'connection-lost'],
    ['postgres', { code: '23505' }, undefined],
    ['postgres', { code: 'toString' }, undefined],
    ['postgres', { driverError: { message: 'Connection terminated unexpectedly' } }, 'connection-lost'],
    ['postgres', { message: 'A Connection terminated' }, undefined],
    ['postgres', new Error('timeout exceeded when trying to connect'), 'connection-refused'],
    ['mariadb', new Error('No connections available.'), 'connection-refused'],
    ['mysql', new Error('Queue limit reached.'), 'connection-refused'],
    ['mysql', new Error('Pool is closed.'), undefined],
    ['postgres', { name: 'QueryRunnerAlreadyReleasedError' }, 'connection-lost'],
    ['mysql', { name: 'QueryRunnerProviderAlreadyReleasedError' }, 'connection-lost'],
    ['sqlite', { driverError: { code: 'SQLITE_BUSY' } }, 'busy'],
    ['sqlite', { name: 'QueryRunnerAlreadyReleasedError' }, undefined],
    ['sqlite', { message: 'Connection terminated' }, undefined],
    ['postgres', null, undefined],
    ['postgres', 'Connection terminated', undefined],
  ])('%s, %j: %s', (engine, error, reason) => {
    expect(retryReason(engine, error)).toBe(reason);
  });
});

it('tells a statement that the database refused from a database that cannot be reached', () => {
  const refused = Object.assign(new Error('no such column'), { name: 'QueryFailedError' });
  expect([refused, new Error('gone'), { name: 'QueryFailedError' }].map(isRefusedStatement)).toEqual([
    true,
    false,
    false,
  ]);
});
