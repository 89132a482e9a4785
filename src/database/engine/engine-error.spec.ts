import { expect, it } from '@jest/globals';
import { EngineError, isEngineError } from './engine-error.js';

const INIT = { code: 'GATE_BUSY', message: 'It is busy.', advice: 'Wait.' } as const;

it('recognises an error of the database layer from either copy of the package, and nothing else', () => {
  const error = new EngineError(INIT);
  const foreign = { [Symbol.for('tillbridge.EngineError')]: true };
  expect([error, foreign].map(isEngineError)).toEqual([true, true]);
  const others = [new Error('x'), {}, null, undefined, 'GATE_BUSY'];
  expect(others.filter(isEngineError)).toEqual([]);
  expect([String(error), 'cause' in error]).toEqual(['EngineError: It is busy. Wait.', false]);
  expect(new EngineError({ ...INIT, cause: new Error('secret') })).toHaveProperty('cause');
});
