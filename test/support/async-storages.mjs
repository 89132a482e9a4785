import { AsyncLocalStorage } from 'node:async_hooks';

const used = new Set();

/**
 * Records each AsyncLocalStorage that is used from now on. Node 20 informs all of them of every new promise, until the
 * process ends or they are disabled. A worker runs a hundred spec files, each with its own storages, so the last ones
 * would be slowed down by all of them.
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

/** Disables those that were used; each is enabled again on its next use. */
export function disableStorages() {
  for (const storage of used) storage.disable();
  used.clear();
}
