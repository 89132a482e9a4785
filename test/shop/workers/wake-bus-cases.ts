import { expect, it } from '@jest/globals';
import type { WakeBus } from 'tillbridge';
import { orderBody } from 'tillbridge/testing';
import { WorkerRegistry } from '../../../src/shop/workers/index.js';
import type { TestDatabase } from '../../support/engines.js';
import { startShop } from '../../support/shop-host.js';
import { tapStatements } from '../../support/statement-tap.mjs';
import { waitFor } from '../../support/wait-for.js';

/** What carries the words in a spec. */
export interface WakeBusStage {
  /** A bus that is closed at the end of the test. */
  open(channel?: string): WakeBus;
  /** How many connections all buses have now. */
  connections(): Promise<number>;
  /** How many of them a bus needs that listens and sends. */
  readonly perBus: number;
}

/** The words that a bus receives from now on, without the empty ones: {@link missesOf}. */
export async function received(bus: WakeBus): Promise<string[]> {
  const words: string[] = [];
  const misses: string[] = [];
  await bus.listen((word) => (word === '' ? misses : words).push(word));
  MISSES.set(words, misses);
  return words;
}

const MISSES = new WeakMap<string[], string[]>();

/** How often a bus said that words may have been missed. */
export const missesOf = (words: string[]): number => MISSES.get(words)?.length ?? 0;

/** What every bus does, whatever carries its words. */
export function itCarriesWords({ open, connections, perBus }: WakeBusStage): void {
  it('is received by everyone who listens, on its channel, by few connections', async () => {
    const [here, there, elsewhere] = [open(), open(), open('another')];
    const words = await Promise.all([here, there, elsewhere].map(received));
    await here.ring('a inbox');
    await there.ring('b effects');
    await waitFor(() => words[0]!.length === 2 && words[1]!.length === 2);
    expect(words).toEqual([['a inbox', 'b effects'], ['a inbox', 'b effects'], []]);
    await elsewhere.ring('c inbox');
    await waitFor(() => words[2]!.length === 1);
    expect(words[0]).toHaveLength(2);
    expect(await connections()).toBe(3 * perBus);
  });

  it('can send without listening, and listen later', async () => {
    const [here, there] = [open(), open()];
    const words = await received(there);
    await here.ring('a inbox');
    await waitFor(() => words.length === 1);
    expect(here.isListening).toBe(false);
    const late = await received(here);
    await there.ring('b inbox');
    await waitFor(() => late.length === 1);
    expect(await connections()).toBe(2 * perBus);
  });

  it('leaves no connection behind that comes about after it was closed', async () => {
    const bus = open();
    const ringing = bus.ring('a inbox');
    const closing = bus.close();
    await expect(ringing).rejects.toThrow('the bus is closed');
    await closing;
    await expect(bus.ring('a inbox')).rejects.toThrow('the bus is closed');
    await waitFor(async () => (await connections()) === 0);
  });
}

/** A web process and a worker apart, over one database: the worker begins at once, although it rests for fifteen seconds. */
export async function expectWakeAcross(database: TestDatabase, open: () => WakeBus): Promise<void> {
  const bus = open();
  const web = await startShop({ database, options: { workers: 'off', wake: { bus: open() } } });
  const worker = await startShop({ database, options: { wake: { bus } } });
  try {
    let reads = 0;
    let readAt = performance.now();
    const untap = tapStatements(worker.dataSource, {
      before: ({ sql }) => {
        if (!/FROM .tillbridge_lane./.test(sql)) return;
        reads += 1;
        readAt = performance.now();
      },
    });
    await waitFor(() => bus.isListening);
    reads = 0;
    // A rest that begins now is that of one who receives.
    for (const name of ['refund-sending', 'inbox'] as const) worker.app.get(WorkerRegistry).wake(name);
    // The read that was under way then may be followed by the one that was asked for: it rests when none comes for a second.
    await waitFor(() => reads > 0 && performance.now() - readAt > 1_000);
    reads = 0;
    await web.addOrder('S1');
    const at = Date.now();
    await web.notify({ orderId: 'S1', body: orderBody({ orderId: 'S1', amount: 1250, at }), at });
    await waitFor(() => worker.handlers.count('commit', 'completed') === 1);
    // No word was about refunds: a read of them would mean that its rest was over.
    expect(reads).toBe(0);
    untap();
  } finally {
    await worker.close();
    await web.close();
  }
}
