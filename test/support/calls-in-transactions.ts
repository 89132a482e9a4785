import { AsyncLocalStorage } from 'node:async_hooks';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { DataSource } from 'typeorm';

/** Node's diagnostics channels for outgoing requests: of its own client, and of `fetch`. */
const CHANNELS = ['http.client.request.start', 'undici:request:create'];

/** The outgoing requests since the start, and those that were made while their own transaction was open. */
export interface CallWatch {
  readonly calls: number;
  readonly inTransaction: number;
  end(): void;
}

/** Watches the outgoing HTTP of this process: no request may be made within a transaction of this DataSource (scenario B3). */
export function watchCallsInTransactions(dataSource: DataSource): CallWatch {
  const inside = new AsyncLocalStorage<true>();
  const seen = { calls: 0, inTransaction: 0 };
  const listen = (): void => {
    seen.calls += 1;
    if (inside.getStore()) seen.inTransaction += 1;
  };
  const { manager } = dataSource;
  const original = manager.transaction;
  const follow = (parameter: unknown): unknown =>
    typeof parameter === 'function'
      ? (...given: unknown[]): unknown => inside.run(true, () => Reflect.apply(parameter, undefined, given))
      : parameter;
  const watched = (...parameters: unknown[]): unknown => Reflect.apply(original, manager, parameters.map(follow));
  Object.assign(manager, { transaction: watched });
  for (const channel of CHANNELS) subscribe(channel, listen);
  return {
    get calls() {
      return seen.calls;
    },
    get inTransaction() {
      return seen.inTransaction;
    },
    end: () => {
      Object.assign(manager, { transaction: original });
      for (const channel of CHANNELS) unsubscribe(channel, listen);
    },
  };
}
