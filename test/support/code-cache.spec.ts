import { afterEach, describe, expect, it } from '@jest/globals';
import vm, { type CompileFunctionOptions } from 'node:vm';
import { keepCode } from './code-cache.mjs';

const { compileFunction, SourceTextModule } = vm;
const compile = (source: string, filename?: string) =>
  vm.compileFunction(source, [], { ...(filename && { filename }) } as CompileFunctionOptions) as ReturnType<
    typeof vm.compileFunction
  > & { cachedDataRejected?: boolean };

describe('the code of modules', () => {
  afterEach(() => void Object.assign(vm, { compileFunction, SourceTextModule }));

  it('is taken from the time before, and is made anew when the source is another', () => {
    keepCode();
    const [first, again, other] = ['return 1', 'return 1', 'return 2'].map((source) => compile(source, '/a.js'));
    expect([first!(), again!(), other!()]).toEqual([1, 1, 2]);
    const isRejected = [first, again, other].map((each) => each!.cachedDataRejected);
    expect(isRejected).toEqual([undefined, false, undefined]);
    expect(compile('return 3')()).toBe(3);
    const late = ['return import("x")', 'return import("x")'].map((source) => compile(source, '/c.js'));
    expect(late.map(({ cachedDataRejected }) => cachedDataRejected)).toEqual([undefined, undefined]);
  });

  it('of an ES module is, too', async () => {
    keepCode();
    const values: unknown[] = [];
    for (const source of ['export default 1', 'export default 1', 'export default 2']) {
      const module = new vm.SourceTextModule(source, { identifier: '/b.js' });
      await module.link(() => Promise.reject(new Error('it imports nothing')));
      await module.evaluate();
      values.push((module.namespace as { default: unknown }).default);
    }
    expect(values).toEqual([1, 1, 2]);
  });
});
