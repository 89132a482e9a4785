import { expect, it } from '@jest/globals';
import { Injectable } from '@nestjs/common';
import { spawn } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import fs from 'node:fs';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { DataSource, type EntityManager } from 'typeorm';
import { OnPayment, type PaymentEvent } from 'tillbridge';
import { rehearse, RehearsalFailed } from 'tillbridge/testing';
import { describeEngines } from '../../support/engines.js';
import { ScriptedService } from '../../support/scripted-service.js';
import { startShop } from '../../support/shop-host.js';

const RESERVE = 'UPDATE stock SET reserved = reserved + 1';
const file = join(tmpdir(), `tillbridge-rehearse-${process.pid}`);

/** Does what it may: writes, reads, waits, logs, and answers. */
@Injectable()
class Good {
  @OnPayment(['completed', 'expired'])
  async reserve(event: PaymentEvent, tx: EntityManager): Promise<void> {
    const rows: unknown[] = await tx.query('SELECT reserved FROM stock');
    if (rows.length !== 1) throw new Error(`nothing prepared for ${event.orderId}`);
    await tx.transaction((inner) => inner.query(RESERVE));
    await delay(1);
    process.stdout.write('');
  }
}

/** Does everything that it must not do. */
@Injectable()
class Bad {
  static url = '';
  static socket: Socket;
  private isKnown = false;

  constructor(private readonly dataSource: DataSource) {}

  @OnPayment('declined', { name: 'fetch' })
  async fetch(): Promise<void> {
    await fetch(`${Bad.url}/erp?key=1`).catch(() => undefined);
  }

  @OnPayment('declined', { name: 'forgotten' })
  forgotten(): void {
    void fetch(`${Bad.url}/later`).catch(() => undefined);
  }

  @OnPayment('declined', { name: 'socket' })
  socket(): void {
    Bad.socket.write('publish');
  }

  @OnPayment('declined', { name: 'file' })
  async file(): Promise<void> {
    await writeFile(file, 'paid');
    fs.rmSync(file);
  }

  @OnPayment('declined', { name: 'process' })
  async process(): Promise<void> {
    await once(spawn(process.execPath, ['--version'], { stdio: 'ignore' }), 'close');
  }

  @OnPayment('declined', { name: 'timer' })
  timer(): void {
    setTimeout(() => undefined, 12_345).unref();
  }

  @OnPayment('declined', { name: 'memory' })
  async memory(_event: PaymentEvent, tx: EntityManager): Promise<void> {
    if (!this.isKnown) await tx.query(RESERVE);
    this.isKnown = true;
  }

  @OnPayment('declined', { name: 'past' })
  async past(): Promise<void> {
    await this.dataSource.query('SELECT 1');
    await this.dataSource.query('DELETE FROM other_stock');
  }

  @OnPayment('declined', { name: 'broken' })
  broken(): void {
    throw new Error('no such article');
  }
}

const FAULTS: Readonly<Record<string, RegExp>> = {
  fetch: /called GET http:\/\/127\.0\.0\.1:\d+\/erp$/m,
  forgotten: /called GET http:\/\/127\.0\.0\.1:\d+\/later/,
  socket: /wrote to 127\.0\.0\.1:\d+/,
  file: /changed files \((writeFile|rmSync)/,
  process: /started /,
  timer: /left a timer of 12345 ms running/,
  memory: /wrote only the first time: UPDATE stock/,
  past: /wrote past the EntityManager it was given \(DELETE FROM other_stock\)/,
  broken: /failed: Error: no such article/,
};

async function listener(): Promise<{ server: Server; socket: Socket }> {
  const server = createServer((each) => each.resume()).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const socket = connect(typeof address === 'object' && address ? address.port : 0, '127.0.0.1');
  await once(socket, 'connect');
  return { server, socket };
}

describeEngines('a rehearsal', (engine) => {
  it('passes what stays in its transaction, and says what everything else did', async () => {
    const shop = await startShop({ engine, options: { workers: 'off' }, providers: [Good, Bad] });
    const service = await ScriptedService.start();
    const { server, socket } = await listener();
    Object.assign(Bad, { url: service.url, socket });
    try {
      for (const table of ['stock', 'other_stock']) await shop.dataSource.query(`CREATE TABLE ${table} (reserved INT)`);
      const prepare = async (tx: EntityManager): Promise<void> => {
        await tx.query('INSERT INTO stock (reserved) VALUES (0)');
      };
      const failure: unknown = await rehearse(shop.app, { prepare }).catch((error: unknown) => error);
      if (!(failure instanceof RehearsalFailed)) throw failure;
      const reported = Object.fromEntries(failure.rehearsals.map(({ effect, faults }) => [effect, faults.join('\n')]));
      for (const [effect, fault] of Object.entries(FAULTS)) expect(reported[effect]).toMatch(fault);
      expect(Object.keys(reported).sort()).toEqual(Object.keys(FAULTS).sort());
      expect(failure.message).toContain('timer (declined)\n  - left a timer of 12345 ms running');
      expect(await shop.count('stock')).toBe(0);
    } finally {
      await shop.close();
      socket.destroy();
      server.close();
      service.close();
    }
  });
});

/** Keeps output back for a while, as Jest's reporters do when several files run in one process. */
function holdOutputBack(): () => void {
  const { stdout } = process;
  const write = Object.getOwnPropertyDescriptor(stdout, 'write');
  const original = stdout.write.bind(stdout);
  const held = (text: string): boolean => {
    setTimeout(() => original(text), 54_321).unref();
    return true;
  };
  Object.defineProperty(stdout, 'write', { value: held, configurable: true, writable: true, enumerable: true });
  return () => {
    if (write) Object.defineProperty(stdout, 'write', write);
    else Reflect.deleteProperty(stdout, 'write');
  };
}

it('a rehearsal without faults answers what was rehearsed, and leaves Node as it was', async () => {
  const letGo = holdOutputBack();
  const [write, { writeFileSync }] = [Object.getOwnPropertyDescriptor(process.stdout, 'write'), fs];
  const shop = await startShop({ options: { workers: 'off' }, providers: [Good] });
  try {
    await shop.dataSource.query('CREATE TABLE stock (reserved INT)');
    await shop.dataSource.query('INSERT INTO stock (reserved) VALUES (0)');
    const rehearsals = await rehearse(shop.app, { event: () => ({ orderId: 'A-1' }) });
    expect(rehearsals.filter(({ effect }) => effect === 'Good.reserve')).toEqual([
      { effect: 'Good.reserve', kind: 'completed', faults: [] },
      { effect: 'Good.reserve', kind: 'expired', faults: [] },
    ]);
    expect(await shop.dataSource.query('SELECT reserved FROM stock')).toEqual([{ reserved: 0 }]);
    expect(Object.getOwnPropertyDescriptor(process.stdout, 'write')).toEqual(write);
  } finally {
    letGo();
    await shop.close();
  }
  expect(fs.writeFileSync).toBe(writeFileSync);
});
