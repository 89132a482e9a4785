import { signedNotification } from 'tillbridge/testing';
import { announcedOrder, type Cast } from './cast.js';
import { notified, sameRows } from './facts.js';
import { fact } from './narrator.js';
import type { Checkout } from './shopper.js';

const LANTERN = 'brass-lantern';

/** An attacker without the key claims that something was paid. */
export async function aForgery(cast: Cast, { orderId }: Checkout): Promise<void> {
  const { narrator, stage, shopper } = cast;
  narrator.say('\nA forged notification');
  const target = await announcedOrder(cast, LANTERN);
  const before = await stage.countRows();

  await narrator.step('"the lantern is paid", signed with another key: refused', async () => {
    const genuine = (await notified(stage, orderId, 'paid')).body ?? '';
    const body = genuine.replaceAll(orderId, target.orderId);
    const forged = signedNotification({ key: stage.forgersKey, orderId: target.orderId, body, at: Date.now() });
    const { headers } = forged;
    const answer = await fetch(stage.notificationUrl + forged.search, { method: 'POST', headers, body: forged.body });
    const seen = `the shop answered ${answer.status} "${await answer.text()}"`;
    fact(answer.status === 401, seen);
    return seen;
  });

  await narrator.step('nothing is stored, and the lantern is not paid', async () => {
    sameRows(before, await stage.countRows());
    const { paid } = await shopper.report(target.orderId);
    fact(!paid, 'the order is paid');
    return '';
  });
}
