import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { ThrottledLogger } from '../core/index.js';
import { PeriodicWorker } from './periodic-worker.js';

/** Longer than any test. */
const PATIENCE_MS = 60_000;

describe('a periodic worker', () => {
  const ends: (() => void)[] = [];
  const signals: AbortSignal[] = [];
  const lines: string[] = [];
  /** Thrown by the task; false: it succeeds. */
  let failure: unknown;
  let logFails: boolean;
  let worker: PeriodicWorker;

  beforeEach(() => {
    for (const list of [ends, signals, lines]) list.length = 0;
    failure = false;
    logFails = false;
    const logger = Object.assign(new Logger('test'), {
      error: (text: string) => {
        if (logFails) throw new Error('the transport has ended');
        lines.push(text);
      },
    });
    worker = new PeriodicWorker(async (signal) => {
      signals.push(signal);
      if (failure !== false) throw failure;
      await new Promise<void>((resolve) => ends.push(resolve));
    }, new ThrottledLogger(logger));
  });

  afterEach(async () => {
    const stopped = worker.stop(PATIENCE_MS);
    for (const end of ends) end();
    await stopped;
  });

  const settle = async (): Promise<void> => {
    for (let tick = 0; tick < 3; tick += 1) await nextTurn();
  };

  it('runs at its start, and once more when it was woken meanwhile', async () => {
    worker.start();
    expect(signals).toHaveLength(1);
    worker.wake();
    worker.wake();
    expect(signals).toHaveLength(1);
    ends[0]!();
    await settle();
    expect(signals).toHaveLength(2);
    ends[1]!();
    await settle();
    expect(signals).toHaveLength(2);
  });

  it('does nothing before its start and after its end, and aborts the signal of the task at the end', async () => {
    worker.wake();
    expect(signals).toHaveLength(0);
    worker.start();
    let hasStopped = false;
    const stopping = worker.stop(PATIENCE_MS).then(() => (hasStopped = true));
    await settle();
    expect([hasStopped, signals[0]!.aborted]).toEqual([false, true]);
    ends[0]!();
    await stopping;
    worker.wake();
    expect(signals).toHaveLength(1);
  });

  it('continues after a failure, and logs it', async () => {
    failure = new Error('the database is gone');
    worker.start();
    await settle();
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain('the database is gone');
    failure = false;
    worker.wake();
    expect(signals).toHaveLength(2);
  });

  it.each(['text', undefined, null])('continues after %p was thrown, which is not an Error', async (thrown) => {
    failure = thrown;
    worker.start();
    await settle();
    expect(lines[0]).toContain(String(thrown));
    worker.wake();
    await settle();
    expect(signals).toHaveLength(2);
  });

  it('continues where the logger of the host fails as well', async () => {
    failure = new Error('the database is gone');
    logFails = true;
    worker.start();
    await settle();
    worker.wake();
    await settle();
    expect(signals).toHaveLength(2);
  });

  it('has no timer where it was opened only', async () => {
    const rested: number[] = [];
    const restMs = (): number => rested.push(1);
    const opened = new PeriodicWorker(async () => undefined, new ThrottledLogger(new Logger('test')), restMs);
    opened.open();
    await opened.current;
    expect(rested).toEqual([]);
    await opened.stop(PATIENCE_MS);
  });

  it('runs once on demand, started or not', async () => {
    const drained = worker.drain();
    ends[0]!();
    await drained;
    expect(signals).toHaveLength(1);
    expect(worker.isStopped).toBe(true);
  });
});
