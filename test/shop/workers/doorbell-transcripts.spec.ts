import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { setTimeout as pause } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import type { TillbridgeSettings, WakeBus } from '../../../src/shop/core/index.js';
import { WorkerRegistry, type BackgroundWork } from '../../../src/shop/workers/index.js';
import { Doorbell } from '../../../src/shop/workers/doorbell.js';
import { SystemClock } from '../../../src/support/index.js';
import { LogCapture } from '../../support/log-capture.js';
import { waitFor } from '../../support/wait-for.js';

const NAMES = ['retention', 'effects', 'inbox', 'refund-sending', 'refund-status', 'polling', 'groups'] as const;

describe('what the processes of a shop tell one another', () => {
  const logs = new LogCapture();
  let lines: string[] = [];
  beforeEach(() => {
    lines = [];
    logs.lines.length = 0;
    Logger.overrideLogger(logs);
  });
  afterEach(() => Logger.overrideLogger(false));

  /** A bus that writes down what it is given; words of others come when the test says so. */
  class Bus implements WakeBus {
    isListening = false;
    failure = '';
    receive: (word: string) => void = () => undefined;
    async ring(word: string): Promise<void> {
      lines.push(`rings ${word.split(' ')[1]}`);
      if (this.failure !== '') throw new Error(this.failure);
    }
    async listen(receive: (word: string) => void): Promise<void> {
      lines.push('listens');
      this.receive = receive;
      this.isListening = true;
    }
    async close(): Promise<void> {
      lines.push('closes');
    }
  }
  const workOf = (name: string): BackgroundWork => ({
    start: () => void lines.push(`${name} starts`),
    wake: () => void lines.push(`${name} wakes`),
    stop: async (patienceMs) => void lines.push(`${name} stops in ${patienceMs}`),
    drain: async () => void lines.push(`${name} is worked off`),
  });
  const open = (bus?: WakeBus) => {
    const doorbell = new Doorbell({ wake: { bus } } as TillbridgeSettings, new SystemClock());
    const registry = new WorkerRegistry(doorbell);
    for (const name of NAMES) registry.add(name, workOf(name));
    return { doorbell, registry };
  };
  const step = async (title: string, action: () => unknown): Promise<void> => {
    lines.push(`${title}:`);
    const result = await action();
    if (result !== undefined) lines.push(`= ${JSON.stringify(result)}`);
  };
  const reported = (): string => [...lines, ...logs.lines].join('\n');

  test('there is work, here and elsewhere', async () => {
    const bus = new Bus();
    const { doorbell, registry } = open(bus);
    const state = () => ({ isListening: registry.isListening, restMs: doorbell.restMs });
    await step('before the start', state);
    await step('the start', () => registry.start());
    await step('once started', state);
    await step('the start again', () =>
      doorbell.listen(
        () => lines.push('twice'),
        () => undefined,
      ),
    );
    await step('another says so', () => bus.receive('other effects'));
    await step('another has work of a kind that is not here', () => bus.receive('other magic'));
    await step('a word without a subject', () => bus.receive('other'));
    await step('words may have been missed', () => bus.receive(''));
    await step('the connection is gone', () => {
      bus.isListening = false;
      return state();
    });
    await step('all is worked off', () => registry.drain());
    await step('one kind is worked off', () => registry.drain('inbox'));
    await step('the end', () => registry.stop(77));
    await step('after the end', () => {
      bus.isListening = true;
      registry.wake('inbox');
      return state();
    });
    expect(reported()).toMatchSnapshot();
  });

  test('each kind is told of at once, and once more when there was more', async () => {
    const bus = new Bus();
    const { doorbell, registry } = open(bus);
    await step('three times, and once of another kind', () => {
      for (const name of ['inbox', 'inbox', 'effects', 'inbox'] as const) registry.wake(name);
    });
    await waitFor(() => lines.filter((line) => line === 'rings inbox').length === 2);
    await pause(30);
    await step('after a while', () => registry.wake('inbox'));
    const word: string[] = [];
    bus.ring = async (text) => void word.push(text);
    await pause(30);
    doorbell.ring('inbox');
    await step('a process does not wake itself', async () => {
      await doorbell.listen(
        (topic) => lines.push(`hears ${topic}`),
        () => undefined,
      );
      bus.receive(word[0]!);
      bus.receive(`x${word[0]}`);
    });
    await doorbell.close();
    expect(reported()).toMatchSnapshot();
  });

  test('a bus that fails is told of, and no one else suffers', async () => {
    const bus = new Bus();
    bus.failure = 'the bus is gone';
    const { doorbell, registry } = open(bus);
    await step('it throws', () => registry.wake('inbox'));
    bus.listen = () => {
      throw 'not an error';
    };
    await step('it cannot listen', () => registry.start());
    await waitFor(() => logs.lines.length === 2);
    bus.close = () => Promise.reject(new Error('it cannot close'));
    await step('it cannot close', () => doorbell.close());
    expect(reported()).toMatchSnapshot();
  });

  test('where there is no bus', async () => {
    const { doorbell, registry } = open();
    await step('it wakes its own work', () => registry.wake('refund-sending'));
    await step('it starts', () => registry.start());
    await step('it does not listen', () => [registry.isListening, doorbell.restMs]);
    await step('the end', () => registry.stop(5));
    expect(reported()).toMatchSnapshot();
  });
});
