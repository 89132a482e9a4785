import { EventEmitter } from 'node:events';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { Module } from '@nestjs/common';
import type { WakeBus } from 'tillbridge';
import { CLOCK, SETTINGS } from '../../../src/shop/core/index.js';
import { WorkersModule, WorkerRegistry, type BackgroundWork } from '../../../src/shop/workers/index.js';
import { SystemClock } from '../../../src/support/index.js';
import { LogCapture } from '../../support/log-capture.js';
import { waitFor } from '../../support/wait-for.js';

/** Carries words at once, doubled if it is told to, and keeps what it was given. */
class Bus implements WakeBus {
  static readonly words = new EventEmitter();
  readonly sent: string[] = [];
  isListening = false;
  isClosed = false;
  failure: Error | null = null;
  copies = 1;

  async ring(word: string): Promise<void> {
    if (this.failure) throw this.failure;
    this.sent.push(word);
    for (let copy = 0; copy < this.copies; copy += 1) Bus.words.emit('word', word);
  }

  async listen(receive: (word: string) => void): Promise<void> {
    if (this.failure) throw this.failure;
    Bus.words.on('word', receive);
    this.isListening = true;
  }

  async close(): Promise<void> {
    this.isClosed = true;
  }
}

class Work implements BackgroundWork {
  readonly wake = jest.fn();
  readonly start = jest.fn();
  async stop(): Promise<void> {}
  async drain(): Promise<void> {}
}

async function processWith(bus?: Bus) {
  @Module({
    imports: [{ module: WorkersModule, imports: [Core.with(bus)] }],
  })
  class Root {}
  const app = await NestFactory.createApplicationContext(Root, { logger: false });
  const registry = app.get(WorkerRegistry);
  const inbox = new Work();
  registry.add('inbox', inbox);
  return { registry, inbox, close: () => app.close() };
}

class Core {
  static with(bus?: Bus) {
    return {
      module: Core,
      providers: [
        { provide: SETTINGS, useValue: { wake: { bus } } },
        { provide: CLOCK, useValue: new SystemClock() },
      ],
      exports: [SETTINGS, CLOCK],
    };
  }
}

describe('the doorbell', () => {
  let logs: LogCapture;
  const closing: (() => Promise<void>)[] = [];

  const open = async (bus?: Bus) => {
    const opened = await processWith(bus);
    closing.push(opened.close);
    return opened;
  };

  beforeEach(() => {
    logs = new LogCapture();
    Logger.overrideLogger(logs);
  });

  afterEach(async () => {
    for (const close of closing.splice(0)) await close();
    Bus.words.removeAllListeners();
    Logger.overrideLogger(false);
  });

  it('wakes the work of the other processes, and its own once', async () => {
    const [here, there] = [await open(new Bus()), await open(new Bus())];
    // What is started twice hears each word once.
    for (const { registry } of [here, there, there]) registry.start();
    here.registry.wake('inbox');
    await waitFor(() => there.inbox.wake.mock.calls.length > 0);
    expect(here.inbox.wake).toHaveBeenCalledTimes(1);
    expect(there.inbox.wake).toHaveBeenCalledTimes(1);
  });

  it('tells of many things at once, and once more of what came after', async () => {
    const bus = new Bus();
    const { registry } = await open(bus);
    for (let time = 0; time < 500; time += 1) registry.wake('inbox');
    registry.wake('effects');
    const words = () => bus.sent.map((word) => word.split(' ')[1]);
    expect(words()).toEqual(['inbox', 'effects']);
    await waitFor(() => bus.sent.length > 2);
    registry.wake('polling');
    expect(words()).toEqual(['inbox', 'effects', 'inbox', 'polling']);
  });

  it('takes doubled words, and words that nobody knows', async () => {
    const bus = new Bus();
    const [here, there] = [await open(bus), await open(new Bus())];
    bus.copies = 3;
    there.registry.start();
    for (const word of ['x', 'x y z', 'x constructor']) Bus.words.emit('word', word);
    here.registry.wake('inbox');
    await waitFor(() => there.inbox.wake.mock.calls.length === 3);
  });

  it('wakes all that others could have woken when words may have been missed', async () => {
    const { registry, inbox } = await open(new Bus());
    const others = { 'refund-sending': new Work(), effects: new Work(), polling: new Work() };
    for (const [name, work] of Object.entries(others)) registry.add(name as keyof typeof others, work);
    registry.start();
    Bus.words.emit('word', '');
    const woken = [inbox, ...Object.values(others)].map(({ wake }) => wake.mock.calls.length);
    expect(woken).toEqual([1, 1, 1, 0]);
  });

  it('lets loops rest longer only while it hears', async () => {
    const bus = new Bus();
    const { registry } = await open(bus);
    const [announced, other] = (['inbox', 'refund-status'] as const).map((name) =>
      registry.periodic(name, async () => {}),
    );
    const restOf = (worker = announced) => (Reflect.get(worker!, 'restMs') as () => number)();
    expect(restOf()).toBe(2_000);
    registry.start();
    await waitFor(() => bus.isListening);
    expect([restOf(), restOf(other)]).toEqual([15_000, 2_000]);
    bus.isListening = false;
    expect(restOf()).toBe(2_000);
  });

  it('says whether it hears, which is neither yes nor no before it is to and after it has ended', async () => {
    const bus = new Bus();
    const { registry } = await open(bus);
    expect(registry.isListening).toBeNull();
    registry.start();
    await waitFor(() => bus.isListening);
    expect(registry.isListening).toBe(true);
    bus.isListening = false;
    expect(registry.isListening).toBe(false);
    await registry.stop(100);
    expect(registry.isListening).toBeNull();
  });

  it('closes the bus when the words under way have been sent, and keeps nothing of those that were', async () => {
    const bus = new Bus();
    const { registry } = await open(bus);
    registry.wake('effects');
    await waitFor(() => bus.sent.length === 1);
    let sent = (): void => undefined;
    bus.ring = () => new Promise((resolve) => (sent = resolve));
    registry.wake('inbox');
    const stopped = registry.stop(100);
    await nextTurn();
    const { underWay } = Reflect.get(registry, 'doorbell') as { underWay: Set<unknown> };
    expect([bus.isClosed, underWay.size]).toEqual([false, 1]);
    sent();
    await stopped;
    expect([bus.isClosed, underWay.size]).toEqual([true, 0]);
  });

  it('does its own work when no word can be sent, and says so once', async () => {
    const bus = new Bus();
    bus.failure = new Error('the broker is away');
    const { registry, inbox } = await open(bus);
    // Nest has set its own meanwhile.
    Logger.overrideLogger(logs);
    registry.start();
    registry.start();
    registry.wake('inbox');
    registry.wake('effects');
    expect(inbox.wake).toHaveBeenCalledTimes(1);
    await waitFor(() => logs.lines.some((line) => line.includes('the broker is away')));
    expect(logs.lines.filter((line) => line.includes('the broker is away'))).toHaveLength(1);
  });

  it('closes the bus when the workers stop, and sends nothing more', async () => {
    const bus = new Bus();
    const { registry } = await open(bus);
    registry.wake('inbox');
    registry.wake('inbox');
    await registry.stop(100);
    registry.wake('effects');
    expect([bus.isClosed, bus.sent.length]).toEqual([true, 1]);
  });

  it('gives a bus that hangs one word of each kind, and stops all the same', async () => {
    const bus = new Bus();
    let rung = 0;
    bus.ring = () => {
      rung += 1;
      return new Promise(() => undefined);
    };
    const { registry } = await open(bus);
    for (let time = 0; time < 100; time += 1) registry.wake('inbox');
    registry.wake('effects');
    await registry.stop(100);
    expect(rung).toBe(2);
  });

  it('takes a bus that fails before it gives a promise, or gives none', async () => {
    const bus = new Bus();
    const fail = (): never => {
      throw new Error('not connected');
    };
    Object.assign(bus, { ring: fail, listen: fail, close: () => undefined });
    const { registry, inbox } = await open(bus);
    registry.start();
    registry.wake('inbox');
    await nextTurn();
    Object.assign(bus, { ring: () => undefined });
    registry.wake('effects');
    await registry.stop(100);
    expect(inbox.wake).toHaveBeenCalledTimes(1);
  });

  it('is not needed', async () => {
    const { registry, inbox } = await open();
    registry.start();
    registry.wake('inbox');
    expect(inbox.wake).toHaveBeenCalledTimes(1);
    await registry.stop(100);
  });
});
