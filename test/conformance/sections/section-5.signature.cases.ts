import { expect } from '@jest/globals';
import { authParts, recomputedSignature } from '../support/captured.js';
import { ACCEPTED, bringToShop, encoded, expectRefusal, notification } from '../support/merchant.js';
import type { Rule } from '../support/rule.types.js';
import { TILL_KEY, WEB_KEY } from '../support/world.js';

/** §5.2: how a signature is checked, step by step. */
export const validation: readonly Rule[] = [
  {
    section: '5',
    item: '2.1',
    rule: 'first, the value of Auth is decoded from base64; what is no base64 is not authentic',
    side: 'both',
    async check(world) {
      const request = await notification(world);
      const { timestamp, signature } = authParts(request);
      expect(request.headers['auth']).toBe(encoded(`${timestamp}:${signature}`));
      expect(await bringToShop(world, request)).toEqual(ACCEPTED);
      await expectRefusal(world, request, { auth: `${timestamp}:${signature}` });
      await expectRefusal(world, request, { auth: null });
    },
  },
  {
    section: '5',
    item: '2.2',
    rule: 'it is split at the first colon, into timestamp and signature',
    side: 'both',
    async check(world) {
      const request = await notification(world);
      const { timestamp, signature } = authParts(request);
      expect([timestamp, signature.length]).toEqual([request.query.get('timestamp'), 128]);
      await expectRefusal(world, request, { auth: encoded(`${timestamp}${signature}`) });
      await expectRefusal(world, request, { auth: encoded(`${timestamp}::${signature}`) });
    },
  },
  {
    section: '5',
    item: '2.3',
    rule: 'what is signed is the timestamp, a colon, and the body exactly as it was received',
    side: 'both',
    async check(world) {
      const request = await notification(world, { description: 'Café ☕ 10€ a/b' });
      expect(authParts(request).signature).toBe(recomputedSignature({ request, key: WEB_KEY }));
      expect(await bringToShop(world, request)).toEqual(ACCEPTED);
      const rewritten = JSON.stringify(JSON.parse(request.body.toString('utf8')), null, 1);
      await expectRefusal(world, request, { body: Buffer.from(rewritten) });
      const { signature } = authParts(request);
      await expectRefusal(world, request, {
        auth: encoded(`${Number(authParts(request).timestamp) + 1}:${signature}`),
      });
    },
  },
  {
    section: '5',
    item: '2.4',
    rule: 'with HMAC and SHA-512 under the key of the website, in small hexadecimal letters',
    side: 'both',
    async check(world) {
      const id = await world.order({ payment_options: {} }, TILL_KEY);
      const [ofTills] = await world.notified(id, 1, world.site);
      expect(authParts(ofTills!).signature).toBe(recomputedSignature({ request: ofTills!, key: TILL_KEY }));
      await expectRefusal(world, ofTills!);
      const request = await notification(world);
      const { timestamp, signature } = authParts(request);
      expect(signature).toMatch(/^[0-9a-f]{128}$/);
      await expectRefusal(world, request, { auth: encoded(`${timestamp}:${signature.toUpperCase()}`) });
    },
  },
  {
    section: '5',
    item: '2.5',
    rule: 'equal signatures mean authentic; a difference anywhere means that it is not',
    side: 'merchant',
    async check(world) {
      const request = await notification(world);
      const { timestamp, signature } = authParts(request);
      for (const place of [0, 64, 127]) {
        const other = signature[place] === '0' ? '1' : '0';
        const forged = signature.slice(0, place) + other + signature.slice(place + 1);
        await expectRefusal(world, request, { auth: encoded(`${timestamp}:${forged}`) });
      }
      expect(await bringToShop(world, request)).toEqual(ACCEPTED);
    },
  },
];
