import { orderIn } from './captured.js';
import type { Json, World } from './world.js';

/** A request that fills everything an order can be given at creation (spec §2.5). */
export const FULL_REQUEST = {
  description: 'Café ☕ for two',
  var1: 'attempt:7f3c',
  var2: 'zwölf',
  custom_info: { custom_1: 'table 4', custom_2: 'window' },
  customer: {
    address1: 'Kraanspoor',
    address2: 'second floor',
    city: 'Amsterdam',
    cocnumber: '12345678',
    company_name: 'Example',
    country: 'NL',
    country_name: 'Netherlands',
    email: 'ann@shop.example',
    first_name: 'Ann',
    house_number: '39',
    last_name: 'Example',
    locale: 'nl_NL',
    phone1: '0200000000',
    phone2: '0200000001',
    state: 'NH',
    zip_code: '1033 SC',
  },
} as const;

/** A paid order as both ways show it. */
export interface PaidSample {
  /** In the notification of the payment. */
  readonly notified: Json;
  /** In the answer of get-order. */
  readonly read: Json;
}

const samples = new WeakMap<World, Map<string, Promise<PaidSample>>>();

/** Some methods are told more: iDEAL is told the bank. */
const FIELDS_OF: Readonly<Record<string, Json>> = { IDEAL: { gateway: 'IDEAL', gateway_info: { issuer_id: '3151' } } };

async function pay(world: World, method: string): Promise<PaidSample> {
  const id = await world.paidOrder({ ...FULL_REQUEST, ...FIELDS_OF[method] }, method);
  const requests = await world.notified(id, 2);
  return { notified: orderIn(requests.at(-1)!), read: await world.read(id) };
}

/** A paid order of the fullest kind, one for each world and payment method. */
export function paidSample(world: World, method = 'VISA'): Promise<PaidSample> {
  const ofWorld = samples.get(world) ?? new Map<string, Promise<PaidSample>>();
  samples.set(world, ofWorld);
  const sample = ofWorld.get(method) ?? pay(world, method);
  ofWorld.set(method, sample);
  return sample;
}
