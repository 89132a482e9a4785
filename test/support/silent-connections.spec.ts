import { describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { connect } from 'node:net';
import { startShop } from './shop-host.js';

describe('a shop of the tests', () => {
  it.each(['express', 'fastify'] as const)(
    'on %s closes though a client has connected and asked nothing',
    async (platform) => {
      const shop = await startShop({ platform });
      const client = connect(Number(new URL(shop.url).port), '127.0.0.1').resume();
      const closed = once(client, 'close');
      await once(client, 'connect');
      // Connections are accepted in order: the silent one is known once a later one has its answer.
      expect((await fetch(shop.url)).status).toBe(404);
      await shop.close();
      await closed;
    },
  );
});
