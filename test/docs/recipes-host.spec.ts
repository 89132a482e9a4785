import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { INestApplication, Type } from '@nestjs/common';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { DataSource } from 'typeorm';
import { Money, OnPayment, Payments, type PaymentEvent, type TerminalGroupOptions } from 'tillbridge';
import { startSandbox, type RunningSandbox } from 'tillbridge/sandbox';
import { canaryKey } from '../support/canary.js';
import { freePorts } from '../examples/support/running-shop.js';
import { waitFor } from '../support/wait-for.js';
import { loadRecipe, recipeFolder, RecipeStage, type RecipeCode } from './recipes.js';

const AMOUNT = Money.of('9.95', 'EUR');
const REDIRECT = 'http://localhost:3000/thanks';

describe('recipes of the host', () => {
  let folder: string;
  let sandbox: RunningSandbox;
  beforeAll(async () => {
    folder = recipeFolder();
    const accounts = ['web', 'one', 'other'].map((name) => ({ name, apiKey: canaryKey(name) }));
    sandbox = await startSandbox({ terminalGroups: accounts });
  });
  afterAll(async () => {
    await sandbox.close();
    rmSync(folder, { recursive: true, force: true });
  });

  /** As a function that a recipe exports. */
  const made = (code: RecipeCode, name: string): ((...given: unknown[]) => unknown) => code[name] as never;

  const groupAt = (name: string, port: number): TerminalGroupOptions => ({
    name,
    mode: 'sandbox',
    apiKeys: [canaryKey(name)],
    baseUrl: sandbox.url,
    notificationUrl: `http://127.0.0.1:${port}/payments/notifications/${name}`,
  });

  it('data-source: makes the tables, and leaves nothing for migration:generate', async () => {
    process.env['DATABASE'] = join(folder, 'shop.sqlite');
    const code = await loadRecipe('data-source', folder);
    const source = await (code['default'] as unknown as DataSource).initialize();
    await source.runMigrations();
    const { upQueries } = await source.driver.createSchemaBuilder().log();
    await source.destroy();
    delete process.env['DATABASE'];
    expect(upQueries.map(({ query }) => query)).toEqual([]);
    expect(code['database']).toMatchObject({ module: expect.any(Function) });
  });

  it('global-guards: let the service and shoppers in, and no one else', async () => {
    const code = await loadRecipe('global-guards', folder);
    const [port] = await freePorts();
    const payments = made(code, 'paymentsWith')(groupAt('web', port!)) as Type;
    const { NestFactory } = await import('@nestjs/core');
    const { TypeOrmModule } = await import('@nestjs/typeorm');
    const { tillbridgeEntities, tillbridgeMigrations } = await import('tillbridge/database');
    const tables = TypeOrmModule.forRoot({
      type: 'better-sqlite3',
      database: ':memory:',
      entities: [...tillbridgeEntities],
      migrations: [...tillbridgeMigrations],
      migrationsRun: true,
    });
    class Host {}
    const module = { module: Host, imports: [tables, payments, code['GuardsModule']!] };
    const app = await NestFactory.create(module, { rawBody: true, logger: false });
    await app.listen(port!, '127.0.0.1');
    const { orders } = app.get(Payments).group('web');
    await orders.create({ orderId: 'G-1', amount: AMOUNT, description: 'A mug', redirectUrl: REDIRECT });
    await sandbox.sandbox.pay('G-1');
    await waitFor(async () => (await orders.find('G-1'))?.paid === true, { what: 'the order to be paid' });
    const page = await fetch(`http://127.0.0.1:${port}/payments/return?transactionid=G-1`);
    const elsewhere = await fetch(`http://127.0.0.1:${port}/payments/dashboard`);
    await app.close();
    expect([page.status, elsewhere.status]).toEqual([200, 404]);
    expect(await page.json()).toMatchObject({ state: 'paid' });
  });

  it('several-shops: keep their orders and handlers apart', async () => {
    const code = await loadRecipe('several-shops', folder);
    const noted: string[] = [];
    const handlersOf = (shop: string): Type => {
      class Handlers {
        @OnPayment('completed', { after: 'commit', name: 'note' })
        async note({ orderId }: PaymentEvent): Promise<void> {
          noted.push(`${shop} ${orderId}`);
        }
      }
      return Handlers;
    };
    const ports = await freePorts();
    const open = async (name: string, port: number): Promise<INestApplication> => {
      const settings = { database: ':memory:', web: groupAt(name, port), providers: [handlersOf(name)] };
      const app = (await made(code, 'openShop')(settings)) as INestApplication;
      await app.listen(port, '127.0.0.1');
      return app;
    };
    const apps = await Promise.all([open('one', ports[0]!), open('other', ports[1]!)]);
    for (const [index, name] of ['one', 'other'].entries()) {
      const { orders } = apps[index]!.get(Payments).group(name);
      await orders.create({ orderId: `${name}-1`, amount: AMOUNT, description: 'A mug', redirectUrl: REDIRECT });
      await sandbox.sandbox.pay(`${name}-1`);
    }
    await waitFor(() => noted.length === 2, { what: 'both handlers' });
    const foreign = await apps[0]!.get(Payments).orders.find('other-1');
    await Promise.all(apps.map((app) => app.close()));
    expect([noted.sort(), foreign]).toEqual([['one one-1', 'other other-1'], null]);
  });
});

describe('the shop on another ORM', () => {
  const shipped = new Map<string, string>();
  const client = {
    isDown: true,
    upsert: async (row: { eventId: string; orderId: string }) => {
      if (client.isDown) throw new Error('the client has no connection');
      shipped.set(row.eventId, row.orderId);
    },
  };
  const stage = new RecipeStage('prisma-mikro-orm', {
    parts: (code) => ({ providers: [code['Fulfilment']!, { provide: code['Shipments']!, useValue: client }] }),
  });
  const stateOf = async (id: string): Promise<unknown> => {
    const rows: { state: string }[] = await stage.shop.dataSource.query(
      `SELECT state FROM shop_order WHERE id = '${id}'`,
    );
    return rows[0]?.state;
  };

  it('has its own table changed with the order, and the rest done after the commit', async () => {
    await stage.shop.dataSource.query('CREATE TABLE shop_order (id VARCHAR(50) PRIMARY KEY, state VARCHAR(20))');
    await stage.shop.dataSource.query("INSERT INTO shop_order VALUES ('P-1', 'open'), ('P-2', 'open')");
    const order = { orderId: 'P-1', amount: AMOUNT, description: 'A mug', redirectUrl: REDIRECT };
    await stage.shop.payments.group('web').orders.create(order);
    await stage.sandbox.pay('P-1');
    await stage.until('the order to be marked', async () => (await stateOf('P-1')) === 'paid');
    await stage.until('the client to fail', () => stage.shop.logs.matching('has no connection').length > 0);
    client.isDown = false;
    await stage.until('the shipment', () => [...shipped.values()].includes('P-1'));
    expect(await stateOf('P-2')).toBe('open');
  });
});

describe('the shop with a handler of its own', () => {
  const stage = new RecipeStage('from-a-handler', { parts: (code) => ({ providers: [code['Adoption']!] }) });
  const old = (orderId: string, amount = AMOUNT) => ({ orderId, amount, description: 'A mug', redirectUrl: REDIRECT });
  const byHand = async (orderId: string): Promise<void> => {
    const body = {
      type: 'redirect',
      order_id: orderId,
      currency: 'EUR',
      amount: 995,
      description: 'A mug',
      payment_options: { redirect_url: REDIRECT, notification_url: `${stage.shop.url}/payments/notifications/web` },
    };
    const answer = await fetch(`${stage.serviceUrl}/v1/json/orders`, {
      method: 'POST',
      headers: { api_key: canaryKey('web'), 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    expect(await answer.json()).toMatchObject({ success: true });
  };

  it('hands its open orders over, those that were paid meanwhile too, and keeps what differs', async () => {
    for (const id of ['H-1', 'H-2', 'H-3']) await byHand(id);
    await stage.sandbox.pay('H-2');
    const adoption = stage.made<{ adopt(orders: readonly object[]): Promise<string[]> }>('Adoption');
    const orders = [old('H-1'), old('H-2'), old('H-3', Money.of('1.00', 'EUR'))];
    const refused = await adoption.adopt(orders);
    expect(refused).toEqual([expect.stringMatching(/^H-3: /)]);
    await adoption.adopt(orders.slice(0, 2));
    await stage.sandbox.pay('H-1');
    const paid = async (id: string) => (await stage.shop.payments.orders.find(id))?.paid === true;
    await stage.until('both to be paid', async () => (await paid('H-1')) && (await paid('H-2')));
    expect(stage.shop.handlers.count('transaction', 'completed')).toBe(2);
    expect((await stage.sandbox.order('H-1')).orderId).toBe('H-1');
  });
});
