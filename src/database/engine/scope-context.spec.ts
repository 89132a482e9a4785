import { describe, expect, it } from '@jest/globals';
import { ScopeContext, type Scope } from './scope-context.js';

/** Longest wait for admission, in milliseconds: no caller below waits for one that never leaves. */
const WAIT_MS = 1_000;

describe('the scopes of a connection', () => {
  const context = new ScopeContext<string>(WAIT_MS);
  const noOwn = (): undefined => undefined;

  /** Work in a transaction that has begun. */
  const inTransaction = (work: (scope: Scope<string>) => Promise<void>): Promise<void> =>
    context.isolate(() => {
      const scope = context.open(undefined);
      scope.isActive = true;
      return work(scope);
    });

  it('let in, one by one, into the outer scope those who waited for one that has ended', async () => {
    await inTransaction(async (ended) => {
      const first = await context.enter(noOwn);
      expect(first.scope).toBe(ended);
      const [second, third] = [context.enter(noOwn), context.enter(noOwn)];
      ended.isActive = false;
      first.leave();
      const { scope, leave } = await second;
      expect(scope).toBe(ended.outer);
      leave();
      expect((await third).scope).toBe(ended.outer);
      (await third).leave();
      // The ended scope is empty.
      (await ended.gate!.enter(1))();
    });
  });

  it('are the innermost active one: one that is left open ends with the one around it', async () => {
    await inTransaction(async (outer) => {
      await inTransaction(async (inner) => {
        expect([context.current(), inner.outer]).toEqual([inner, outer]);
        expect(context.isInside()).toBe(true);
        outer.isActive = false;
        expect(context.current()).toBe(outer.outer);
        expect(context.isInside()).toBe(false);
        outer.isActive = true;
        inner.isActive = false;
        expect(context.current()).toBe(outer);
      });
      expect(context.current()).toBe(outer);
    });
    expect(context.isInside()).toBe(false);
  });

  it('let all callers pass inside a statement, and none until it is over', async () => {
    await inTransaction(async (scope) => {
      const { leave } = await context.enter(noOwn);
      const statement = context.runInside(scope, async () => {
        const inside = await context.enter(noOwn);
        expect([inside.scope.gate, inside.scope.outer]).toEqual([undefined, scope]);
        inside.leave();
        return inside.scope;
      });
      const over = await statement;
      expect(over.isActive).toBe(false);
      let isQuiet = false;
      const quiet = context.quiet(scope).then((left) => ((isQuiet = true), left));
      await new Promise(setImmediate);
      expect(isQuiet).toBe(false);
      leave();
      (await quiet)();
    });
  });
});
