import { afterEach, describe, expect, it } from '@jest/globals';
import { AsyncLocalStorage } from 'node:async_hooks';
import { disableStorages, watchStorages } from './async-storages.mjs';

const { enterWith, run } = AsyncLocalStorage.prototype;

describe('the storages of a spec file', () => {
  afterEach(() => void Object.assign(AsyncLocalStorage.prototype, { enterWith, run }));

  it('are disabled at its end, and can be used again', () => {
    watchStorages();
    const [entered, ran] = [new AsyncLocalStorage<string>(), new AsyncLocalStorage<string>()];
    entered.enterWith('kept');
    ran.run('over', () => expect(ran.getStore()).toBe('over'));
    expect(entered.getStore()).toBe('kept');
    disableStorages();
    expect(entered.getStore()).toBeUndefined();
    expect(ran.run('again', () => ran.getStore())).toBe('again');
    disableStorages();
  });
});
