import { expect } from '@jest/globals';
import type { SandboxTerminalGroup } from 'tillbridge/sandbox';
import { expectFault } from '../support/faults.js';
import { cart, MUG } from '../support/cart.js';
import { createEach, errorRule } from '../support/error-rule.js';
import type { Rule } from '../support/rule.types.js';
import { WEB_KEY, withWorld, type World } from '../support/world.js';

/** Codes that are about things this API does not carry, or that lie with a third party: the shop asks for them by name. */
const BY_NAME: Readonly<Record<number, string>> = {
  1003: 'an account number that is malformed or wrong',
  1004: 'a site that is unknown, or none of the account',
  1005: 'a secure code that is not that of the account or the site',
  1011: "a shopper's account number that is wrong, missing or unknown",
  1012: "a shopper's security code that is missing, wrong, or of another account",
  1013: 'an MD5 signature over amount, currency, account, site and transaction that does not fit the message',
  1014: 'an error without a name of its own',
  1015: 'an account that is wrong or missing',
  1021: 'a direct request that failed, perhaps for a fault of the bank that passes',
  1022: 'a transaction that the third party has already',
  1035: 'an MD5 signature that does not fit the message',
  9999: 'an unknown error',
};

const named = (code: number): Record<string, unknown> => ({ var3: `asked for by sandbox:error=${code}` });

const byName = Object.entries(BY_NAME).map(([code, cause]) =>
  errorRule({ code: Number(code), cause, provoke: (world) => createEach(world, named(Number(code))) }),
);

type Switches = NonNullable<SandboxTerminalGroup['switches']>;

/** A code that the state of the account brings about. */
const ofAccount = (code: number, rule: string, switches: Switches, requests: readonly object[] = [{}]): Rule => ({
  section: '7',
  item: String(code),
  rule,
  side: 'service',
  check: () =>
    withWorld({ terminalGroups: [{ name: 'web', apiKey: WEB_KEY, switches }] }, async (world) => {
      for (const reply of await createEach(world, ...requests.map((fields) => ({ ...fields }))))
        expectFault(reply, code);
    }),
});

const byAccount: readonly Rule[] = [
  ofAccount(1017, "a shopper's wallet that holds too little", { walletBalance: 100 }, [
    { type: 'direct', gateway: 'WALLET', amount: 101 },
  ]),
  ofAccount(1019, 'a site that is not active', { siteActive: false }),
  ofAccount(1020, 'an account that is blocked', { accountBlocked: true }),
  ofAccount(1032, 'a key of the live environment', { keyMode: 'live' }),
];

async function refundOf(world: World, fields: Record<string, unknown>): Promise<void> {
  const id = await world.paidOrder(fields);
  const body = { currency: 'EUR', amount: 100 };
  expectFault(await world.call({ method: 'POST', path: `/orders/${id}/refunds`, body }), 1033);
}

const others: readonly Rule[] = [
  {
    section: '7',
    item: '1022',
    rule: 'its text holds ERR_EXISTS',
    side: 'service',
    async check(world) {
      expect((await world.create(named(1022))).json['error_info']).toContain('ERR_EXISTS');
    },
  },
  errorRule({
    code: 1024,
    cause: 'a shopper whom the risk check of a loan or a card refuses',
    provoke: (world) =>
      createEach(world, { ...cart(), gateway: 'PAYAFTER', customer: { email: 'ann+denied@shop.example' } }),
  }),
  errorRule({
    code: 1024,
    cause: "a proxy that has written its own address over the customer's; nothing tells it apart, so it is asked for",
    provoke: (world) => createEach(world, { ...named(1024), customer: { ip_address: '192.0.2.1' } }),
  }),
  {
    section: '7',
    item: '1033',
    rule: 'the information about a refund that cannot be had; when',
    decision: 'only when it is asked for, with sandbox:refund-error=1033; the shop looks before it repeats anything',
    side: 'service',
    check: (world) => refundOf(world, { var1: 'sandbox:refund-error=1033' }),
  },
  errorRule({
    code: 5001,
    cause: 'a cart that was not validated, so that the page of the bank shows a wrong amount',
    provoke: (world) =>
      createEach(world, {
        ...cart([MUG], { amount: 9999 }),
        type: 'direct',
        gateway: 'IDEAL',
        checkout_options: { validate_cart: false },
      }),
  }),
];

/** §7: codes that no ordinary request provokes: by the words for them, by the account's switches, and by circumstances. */
export const triggeredErrors: readonly Rule[] = [...byName, ...byAccount, ...others];
