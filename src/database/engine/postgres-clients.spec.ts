import { EventEmitter } from 'node:events';
import { expect, it } from '@jest/globals';
import { DataSource } from 'typeorm';
import { guardPostgresClients } from './postgres-clients.js';

it('adds an error listener to every pool of PostgreSQL at once, and only one', () => {
  const [master, reader] = [new EventEmitter(), new EventEmitter()];
  const dataSource = new DataSource({ type: 'postgres' });
  Object.assign(dataSource.driver, { master, slaves: [reader, null, 'no pool', {}] });
  expect([guardPostgresClients(dataSource), guardPostgresClients(dataSource)]).toEqual([true, true]);
  expect([master, reader].map((pool) => pool.listenerCount('connect'))).toEqual([1, 1]);
  const client = new EventEmitter();
  master.emit('connect', client);
  expect(client.emit('error', new Error('gone'))).toBe(true);
  expect(() => reader.emit('connect', null)).not.toThrow();
});

it('finds no pool before the DataSource has one, and none on other engines', () => {
  expect(guardPostgresClients(new DataSource({ type: 'postgres' }))).toBe(true);
  expect(guardPostgresClients(new DataSource({ type: 'mariadb' }))).toBe(false);
});
