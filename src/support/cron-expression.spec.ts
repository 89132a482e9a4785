import { describe, expect, it } from '@jest/globals';
import { CronExpression } from '@nestjs/schedule';

import { cronFault } from './cron-expression.js';

describe('a cron expression', () => {
  it.each(Object.entries(CronExpression))('of @nestjs/schedule is taken: %s', (_name, expression) => {
    expect(cronFault(expression)).toBeNull();
  });

  it.each([
    ['61 * * * *', 'its minute must be from 0 to 59'],
    ['* 24 * * *', 'its hour must be from 0 to 23'],
    ['* * 0 * *', 'its day of the month must be from 1 to 31'],
    ['* * * 13 *', 'its month must be from 1 to 12'],
    ['* * * * 8', 'its day of the week must be from 0 to 7'],
    ['60 * * * * *', 'its second must be from 0 to 59'],
    ['*/0 * * * *', 'its minute has a step of 0'],
    ['30-10 * * * *', 'its minute has a range that ends before it begins'],
    ['every two minutes', 'it must have five fields, or six'],
    ['a b c d e', 'its minute cannot be read'],
    ['* * * mon *', 'its month cannot be read'],
    ['1,,2 * * * *', 'its minute cannot be read'],
    ['5* * * * *', 'its minute cannot be read'],
    ['* * * * * * *', 'it must have five fields, or six'],
    ['', 'it must have five fields, or six'],
    ['0 0 30 2 *', 'no month it names has a day that it names'],
    ['0 0 31 4,6 *', 'no month it names has a day that it names'],
    [5, 'it must be text such as */2 * * * *'],
    [undefined, 'it must be text such as */2 * * * *'],
    ['*'.repeat(201), 'it must be text such as */2 * * * *'],
  ])('%j is refused: %s', (expression, fault) => {
    expect(cronFault(expression)).toBe(fault);
  });

  it.each(['0 0 29 2 *', '0 0 30 2 mon', ' */2  * * * * ', '0 9-17/2 * jan-mar mon-FRI', '5/10 * * * 7'])(
    '%j is taken',
    (expression) => expect(cronFault(expression)).toBeNull(),
  );
});
