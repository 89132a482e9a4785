import { expect } from '@jest/globals';
import { expectField, INTEGER, objectOf, SCALAR, TEXT, type Kind } from '../support/kinds.js';
import type { Rule } from '../support/rule.types.js';
import { paidSample } from '../support/samples.js';
import type { Json, World } from '../support/world.js';

const detailsOf = async (world: World, method: string): Promise<Json> => {
  const { notified } = await paidSample(world, method);
  return notified['payment_details'] as Json;
};

/** One field of `payment_details`: the payments that show it, and its kind. Where nothing is said any scalar will do. */
const fieldRule = (methods: readonly string[], item: string, kind: Kind = SCALAR): Rule => ({
  section: '2.3',
  item,
  rule: `${kind.name}, after a payment by ${methods.join(' and by ')}`,
  side: 'service',
  async check(world) {
    for (const method of methods) expectField(await detailsOf(world, method), item, kind);
  },
});

const BOTH = ['IDEAL', 'VISA'];

const CARD_FIELDS: Readonly<Record<string, Kind>> = {
  acquirer_reference_number: SCALAR,
  authorization_code: SCALAR,
  card_acceptor_id: SCALAR,
  card_acceptor_location: SCALAR,
  card_acceptor_name: SCALAR,
  card_additional_response_data: objectOf({ address_verification_result: SCALAR, cavv_results_code: SCALAR }),
  card_authentication_details: objectOf({ flow: SCALAR }),
  card_authentication_result: objectOf({ chargeback_liability: SCALAR }),
  card_entry_mode: SCALAR,
  card_expiry_date: SCALAR,
  card_funding: SCALAR,
  card_product: SCALAR,
  card_product_type: INTEGER,
  card_program: SCALAR,
  card_verification_result: SCALAR,
  issuer_bin: SCALAR,
  issuer_country_code: SCALAR,
  last4: SCALAR,
  mcc: SCALAR,
  payment_account_reference: SCALAR,
  response_code: SCALAR,
  scheme_reference_id: SCALAR,
};

const rules: readonly Rule[] = [
  {
    section: '2.3',
    item: 'masking',
    rule: 'a POST shows no more of an account number than three asterisks, a space and its last four digits',
    side: 'service',
    async check(world) {
      expect((await detailsOf(world, 'IDEAL'))['account_iban']).toMatch(/^\*{3} \d{4}$/);
    },
  },
  {
    section: '2.3',
    item: 'value sets',
    rule: 'the values that these fields can have',
    decision: 'plausible ones; the shop keeps them as they come and decides nothing by them',
    side: 'both',
    async check(world) {
      expect(await detailsOf(world, 'VISA')).toMatchObject({ type: 'VISA', last4: '1111' });
    },
  },
];

/** §2.3: the details of a payment, field by field. */
export const paymentDetails: readonly Rule[] = [
  ...['account_holder_name', 'external_transaction_id'].map((item) => fieldRule(BOTH, item)),
  fieldRule(BOTH, 'type', TEXT),
  ...['account_id', 'account_iban', 'issuer_id'].map((item) => fieldRule(['IDEAL'], item)),
  ...['recurring_flow', 'recurring_id', 'recurring_model'].map((item) => fieldRule(['VISA'], item)),
  ...Object.entries(CARD_FIELDS).map(([item, kind]) => fieldRule(['VISA'], item, kind)),
  ...rules,
];
