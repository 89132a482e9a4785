import { expect, it } from '@jest/globals';
import type { ValueTransformer } from 'typeorm';
import { bigintColumn, bytesColumn } from './columns.js';

const whole = bigintColumn({ nullable: true }).transformer as ValueTransformer;
const bytes = bytesColumn().transformer as ValueTransformer;
const AB = Buffer.from('xABx').subarray(1, 3);

it.each<[string, unknown, unknown]>([
  ['a whole number is read', whole.from('9007199254740991'), 9_007_199_254_740_991],
  ['one that is a number already', whole.from(5), 5],
  ['none', whole.from(null), null],
  ['none that was read', whole.from(undefined), undefined],
  ['a whole number is written', whole.to(5), 5],
  ['bytes are read', bytes.from('QUI='), Buffer.from('AB')],
  ['no bytes', bytes.from(null), null],
  ['bytes of a larger array are written', bytes.to(AB), 'QUI='],
  ['no bytes are written', bytes.to(null), null],
  ['a condition', bytes.to('QUI='), 'QUI='],
])('columns: %s', (_title, given, wanted) => {
  expect(given).toEqual(wanted);
});

it('columns keep the options that they are given', () => {
  expect(bigintColumn({ nullable: true })).toMatchObject({ nullable: true, type: 'bigint' });
  expect(bytesColumn({ nullable: true })).toMatchObject({ nullable: true, type: 'text' });
});
