import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from '@jest/globals';
import { DataSource } from 'typeorm';
import { afterDestroy } from './after-destroy.js';

it('runs the cleanup of a DataSource after each destroy', async () => {
  const order: string[] = [];
  const dataSource = new DataSource({ type: 'postgres' });
  dataSource.destroy = async () => {
    await nextTurn();
    order.push('destroyed');
  };
  afterDestroy(dataSource, () => order.push('cleared up'));
  await dataSource.destroy();
  await dataSource.destroy();
  expect(order).toEqual(['destroyed', 'cleared up', 'destroyed', 'cleared up']);
});
