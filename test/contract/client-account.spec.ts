import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { GroupPayments, PaymentMethodFilter } from 'tillbridge';
import { json, type Reply } from '../support/scripted-service.js';
import { useScriptedGroup } from './support/scripted-group.js';
import {
  clientsFor,
  itWith,
  serviceUnderTest,
  type ServiceClients,
  type ServiceUnderTest,
} from './support/service-under-test.js';

const TERMINALS = [
  { id: 'T1', name: 'Desk' },
  { id: 'T2', active: false },
];

/** A page of terminals of these identifiers. */
const terminals = (ids: string[], total?: number): Reply =>
  json(200, { success: true, data: ids.map((id) => ({ id, group_id: 7 })), pager: { total_items: total } });

describe('what an account offers', () => {
  let service: ServiceUnderTest;
  let clients: ServiceClients;
  let group: GroupPayments;
  beforeAll(async () => {
    service = await serviceUnderTest({ terminals: TERMINALS });
    clients = await clientsFor(service);
    group = clients.payments.group('web');
  });
  afterAll(async () => {
    await clients?.close();
    await service?.close();
  });

  it('is known by the name of its terminal group', () => {
    expect(group.name).toBe('web');
  });

  it('are payment methods, each with what can be paid with it', async () => {
    const methods = await group.paymentMethods({ amount: 1_250, currency: 'EUR', country: 'NL' });
    expect(methods.length).toBeGreaterThan(0);
    for (const method of methods) {
      expect(method).toMatchObject({ id: expect.stringMatching(/^\w+$/), name: expect.any(String) });
      for (const list of [method.allowed_countries, method.allowed_currencies]) expect(list).toBeInstanceOf(Array);
    }
  });

  it('are gateways, the same in short', async () => {
    const gateways = await group.gateways({ country: 'NL', includeCoupons: true });
    expect(gateways.map(({ id }) => id)).toContain('IDEAL');
  });

  itWith('drive')('depends on country and cards', async () => {
    const ids = async (filter: PaymentMethodFilter) => (await group.paymentMethods(filter)).map(({ id }) => id);
    expect(await ids({ country: 'BE' })).not.toContain('IDEAL');
    expect(await ids({ groupCards: true })).toEqual(expect.not.arrayContaining(['VISA', 'MASTERCARD']));
    const ideal = (await group.paymentMethods()).find(({ id }) => id === 'IDEAL');
    expect(ideal).toMatchObject({ allowed_amount: { min: 1, max: 5_000_000 }, tokenization: true });
    expect(ideal?.tokenization_models).toContain('subscription');
    expect(ideal?.icon_urls.vector).toContain('IDEAL');
    expect(ideal?.issuers).toContainEqual({ code: '0021', description: expect.stringContaining('Rabobank') });
  });

  itWith('terminals')('are terminals, and the groups they stand in', async () => {
    const found = await group.terminals();
    const groups = await group.terminalGroups();
    expect(groups.flatMap((one) => one.terminals)).toEqual(found);
    for (const one of groups)
      if (one.group_id !== null) expect(await group.terminals(one.group_id)).toEqual(one.terminals);
  });

  itWith('drive')('are the terminals that were set up', async () => {
    expect(await group.terminals()).toMatchObject([
      { id: 'T1', name: 'Desk', provider: 'SMARTPOS', active: true, country: 'NL' },
      { id: 'T2', name: 'T2', active: false },
    ]);
    await expect(group.terminals('999')).rejects.toMatchObject({ code: 'SERVICE_FORBIDDEN' });
  });

  it.each<[string, object, string]>([
    ['part of a cent', { amount: 12.5 }, 'amount'],
    ['less than nothing', { amount: -1 }, 'amount'],
    ['a country in small letters', { country: 'nl' }, 'country'],
    ['a list of languages', { locale: ['nl'] }, 'locale'],
    ['what is no filter', { cuntry: 'NL' }, 'cuntry'],
  ])('is not asked for %s', async (_name, filter, path) => {
    const refused = { code: 'FILTER_INVALID', faults: [expect.objectContaining({ path })] };
    await expect(group.paymentMethods(filter as PaymentMethodFilter)).rejects.toMatchObject(refused);
    await expect(group.gateways(filter as PaymentMethodFilter)).rejects.toMatchObject(refused);
  });
});

describe('a list of terminals', () => {
  const scripted = useScriptedGroup({ calls: { callsPerSecond: 1_000, burst: 1_000 } });

  it.each<[string, Reply[], string[]]>([
    ['with as many as there are', [terminals(['a', 'b'], 3), terminals(['c'], 3)], ['a', 'b', 'c']],
    ['with an empty page', [terminals(['a']), terminals([])], ['a']],
    ['with a page that brings nothing new', [terminals(['a', 'b']), terminals(['a', 'b'])], ['a', 'b']],
    ['at once when there are none', [terminals([], 0)], []],
  ])('ends %s', async (_name, replies, expected) => {
    scripted.service.script(...replies);
    expect((await scripted.group.terminals()).map(({ id }) => id)).toEqual(expected);
    expect(scripted.service.calls).toHaveLength(replies.length);
  });

  it('is given up when it does not end', async () => {
    scripted.service.script(...Array.from({ length: 200 }, (_, index) => terminals([`t${index}`])));
    await expect(scripted.group.terminals()).rejects.toMatchObject({ code: 'LIST_ENDLESS' });
    expect(scripted.service.calls).toHaveLength(100);
    // As many at a time as the service gives, one page after the other.
    const asked = scripted.service.log.map((line) => new URL(line.split(' ')[1]!, 'http://x').searchParams);
    expect(asked.every((each, index) => each.get('limit') === '100' && each.get('page') === String(index + 1))).toBe(
      true,
    );
  });

  it('is asked for nothing by a group that is no number', async () => {
    scripted.service.script();
    await expect(scripted.group.terminals('7/../../orders')).rejects.toMatchObject({
      code: 'TERMINAL_GROUP_ID_INVALID',
    });
    expect(scripted.service.calls).toHaveLength(0);
  });
});
