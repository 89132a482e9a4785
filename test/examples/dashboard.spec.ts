import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { INestApplication } from '@nestjs/common';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startShop } from '../../examples/shop/shop-server.js';
import { canaryKey } from '../support/canary.js';
import { freePorts } from './support/running-shop.js';

const PASSWORD = 'quay-street';

describe('the dashboard of the shop', () => {
  const dataFolder = mkdtempSync(join(tmpdir(), 'tillbridge-shop-'));
  let shop: INestApplication;
  let url: string;

  beforeAll(async () => {
    const [port, nobodys] = await freePorts();
    url = `http://127.0.0.1:${port}`;
    const place = {
      port,
      publicUrl: url,
      serviceUrl: `http://127.0.0.1:${nobodys}`,
      databaseUrl: undefined,
      dataFolder,
    };
    const rest = { apiKey: canaryKey('web'), operatorPassword: PASSWORD, workers: 'inline' as const, quiet: true };
    shop = await startShop({ ...place, ...rest });
  });

  afterAll(async () => {
    await shop?.close();
    rmSync(dataFolder, { recursive: true, force: true });
  });

  const open = (login: string | null): Promise<Response> =>
    fetch(`${url}/payments/dashboard`, {
      headers: login === null ? {} : { authorization: `Basic ${Buffer.from(login).toString('base64')}` },
    });

  it.each([null, 'sam:guess', `:${PASSWORD}`, ` :${PASSWORD}`, PASSWORD, 'sam:'])(
    'is closed to callers who do not know the password and say a name: %p',
    async (login) => {
      const answer = await open(login);
      expect(answer.status).toBe(401);
      expect(answer.headers.get('www-authenticate')).toMatch(/^Basic realm=/);
    },
  );

  it('knows the operator by the name that was said', async () => {
    const page = await (await open(`sam <b>:${PASSWORD}`)).text();
    expect(page).toContain('<span class="who">sam &lt;b></span>');
    expect(page).toContain('Payments per hour');
  });
});
