import { AsyncLocalStorage } from 'node:async_hooks';

const used = new Set();

/**
 * Remembers each AsyncLocalStorage that is used from now on. Node 20 tells all of them of every new promise, until the
 * process ends or they are disabled: a worker plays a hundred spec files, each with storages of its own, and the last of
 * them would pay for all.
 */
export function watchStorages() {
  for (const name of ['run', 'enterWith']) {
    const original = AsyncLocalStorage.prototype[name];
    AsyncLocalStorage.prototype[name] = function (...given) {
      used.add(this);
      return Reflect.apply(original, this, given);
    };
  }
}

/** Disables those that were used; each is enabled again when it is used again. */
export function disableStorages() {
  for (const storage of used) storage.disable();
  used.clear();
}
