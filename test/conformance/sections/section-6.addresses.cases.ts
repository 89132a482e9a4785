import { expect } from '@jest/globals';
import type { Rule } from '../support/rule.types.js';
import { LIVE_RULES, withWorld, type World } from '../support/world.js';

/** Whether an order with this notification address is taken, where the service's own rules are enforced. */
const takes = async (world: World, url: string): Promise<boolean> => {
  const options = { notification_url: url, notification_method: 'POST' };
  return (await world.create({ payment_options: options })).json['success'] === true;
};

/** A rule about the addresses that the service calls: some that it takes, and some that it does not. */
const addressRule = (item: string, rule: string, good: readonly string[], bad: readonly string[]): Rule => ({
  section: '6',
  item,
  rule,
  side: 'service',
  check: () =>
    withWorld(LIVE_RULES, async (world) => {
      for (const url of good) expect([url, await takes(world, url)]).toEqual([url, true]);
      for (const url of bad) expect([url, await takes(world, url)]).toEqual([url, false]);
    }),
});

const HOST = 'shop.example';

/** §6: what the address of a notification has to be like. */
export const addresses: readonly Rule[] = [
  addressRule('HTTPS only', 'the address begins with https', [`https://${HOST}/hook`], [`http://${HOST}/hook`]),
  addressRule(
    'no port',
    'the address names no port',
    [`https://${HOST}/hook`],
    [`https://${HOST}:443/hook`, `https://${HOST}:8443/hook`],
  ),
  addressRule(
    'reachable',
    'the address can be reached from outside',
    [`https://${HOST}/hook`],
    ['https://localhost/hook', 'https://10.0.0.5/hook', 'https://192.168.1.5/hook'],
  ),
  addressRule(
    'characters',
    'letters, digits and - _ . : / only',
    [`https://${HOST}/Psp_1/no-tify.php`],
    [`https://${HOST}/a?b=c`, `https://${HOST}/%20`, `https://${HOST}/a~b`, `https://${HOST}/ä`],
  ),
];
