import { Controller, Get, Injectable, Module, Param, type INestApplication } from '@nestjs/common';
import { APP_FILTER, ModulesContainer, NestFactory } from '@nestjs/core';
import { ExpressAdapter } from '@nestjs/platform-express';
import { getDataSourceToken } from '@nestjs/typeorm';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { AddressInfo } from 'node:net';
import {
  PaymentsClient,
  TerminalGroups,
  TillbridgeClientModule,
  TillbridgeExceptionFilter,
  type Order,
  type TillbridgeOptions,
} from 'tillbridge';
import { canaryKey } from '../../support/canary.js';
import { LogCapture } from '../../support/log-capture.js';
import { json, refusal, ScriptedService } from '../../support/scripted-service.js';

@Injectable()
class Statuses {
  constructor(
    private readonly client: PaymentsClient,
    private readonly groups: TerminalGroups,
  ) {}

  of(orderId: string): Promise<Order> {
    return this.client.getOrder(this.groups.get('web'), orderId);
  }
}

@Controller()
class StatusController {
  constructor(private readonly statuses: Statuses) {}

  @Get('orders/:id')
  order(@Param('id') id: string): Promise<Order> {
    return this.statuses.of(id);
  }
}

const optionsFor = (baseUrl: string) => ({
  terminalGroups: [
    {
      name: 'web',
      mode: 'sandbox' as const,
      apiKeys: [canaryKey('web')],
      baseUrl,
      notificationUrl: 'https://shop.example/payments/notifications/web',
    },
  ],
});

/** A host with no TypeORM module, no raw body and no notification route. */
async function startHost(options: () => Promise<TillbridgeOptions>): Promise<INestApplication> {
  @Module({
    imports: [TillbridgeClientModule.forRootAsync({ useFactory: options })],
    controllers: [StatusController],
    providers: [Statuses, { provide: APP_FILTER, useClass: TillbridgeExceptionFilter }],
  })
  class StatusModule {}
  const app = await NestFactory.create(StatusModule, new ExpressAdapter(), {
    logger: new LogCapture(),
    abortOnError: false,
  });
  return app.listen(0, '127.0.0.1').then(() => app);
}

describe('the typed client and the error mapper alone', () => {
  let service: ScriptedService;
  let app: INestApplication;
  let url: string;

  beforeAll(async () => {
    service = await ScriptedService.start();
    app = await startHost(async () => optionsFor(service.url));
    url = `http://127.0.0.1:${(app.getHttpServer().address() as AddressInfo).port}`;
  });

  afterAll(async () => {
    await app.close();
    service.close();
  });

  it('reads an order, in a host without a database', async () => {
    service.script(
      json(200, { success: true, data: { order_id: 'S1', status: 'completed', amount: 1250, currency: 'EUR' } }),
    );
    const response = await fetch(`${url}/orders/S1`);
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({ order_id: 'S1', status: 'completed', amount: 1250 });
    expect(service.log).toEqual(['GET /v1/json/orders/S1']);
    expect(() => app.get(getDataSourceToken())).toThrow();
  });

  it('answers a refusal as a problem with its code', async () => {
    service.script(refusal(1006));
    const response = await fetch(`${url}/orders/S2`);
    expect(response.headers.get('content-type')).toContain('application/problem+json');
    expect(await response.json()).toMatchObject({ code: 'SERVICE_1006' });
  });

  it('opens no route for notifications and runs nothing in the background', async () => {
    expect((await fetch(`${url}/payments/notifications/web`, { method: 'POST' })).status).toBe(404);
    const classes = [...app.get(ModulesContainer).values()].map(({ metatype }) => metatype.name);
    expect(classes).toContain('ClientModule');
    expect(classes.filter((name) => /Notifications|Polling|Workers|DataSource|Orders/.test(name))).toEqual([]);
  });

  it('does not start with faulty options', async () => {
    const faulty = async () => ({ terminalGroups: [{ ...optionsFor(service.url).terminalGroups[0]!, apiKeys: [] }] });
    await expect(startHost(faulty)).rejects.toMatchObject({ code: 'OPTIONS_INVALID' });
  });

  it('find terminal groups at run time, too', async () => {
    const asked: string[] = [];
    const resolveGroup = (name: string) => {
      asked.push(name);
      return { ...optionsFor(service.url).terminalGroups[0]!, name, notificationUrl: `https://shop.example/${name}` };
    };
    const host = await startHost(async () => ({ terminalGroups: [], resolveGroup }));
    try {
      const groups = host.get(TerminalGroups, { strict: false });
      service.script(json(200, { success: true, data: { order_id: 'S-9' } }));
      const client = host.get(PaymentsClient, { strict: false });
      expect(await client.getOrder(await groups.resolve('anna'), 'S-9')).toMatchObject({ order_id: 'S-9' });
      expect((await groups.resolve('anna')).name).toBe('anna');
      expect(asked).toEqual(['anna']);
    } finally {
      await host.close();
    }
  });
});
