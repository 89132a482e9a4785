import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Money, type RefundBatch } from 'tillbridge';
import { describeEngines } from '../../support/engines.js';
import { DAY, RetentionStage } from './retention-stage.js';

const actor = { by: 'ben', why: 'the parcels came back' };

describeEngines('who asked for a batch of refunds', (engine) => {
  let stage: RetentionStage;
  beforeAll(async () => {
    stage = await RetentionStage.start(engine);
  });
  afterAll(() => stage.shop.close());

  const batches = () => stage.shop.payments.refunds.batches;
  /** A batch of one refund, of an order of its own. */
  const submit = async (key: string): Promise<RefundBatch> => {
    await stage.shop.addOrder(key);
    await stage.see(key);
    const row = { orderId: key, amount: Money.ofMinor(100, 'EUR'), reason: 'returned', key };
    return batches().submit({ group: 'web', key, rows: [row], by: 'ann@example.org' });
  };
  const askedBy = async ({ id }: RefundBatch) => (await batches().find(id)).askedBy;

  it('is gone thirty days after its last change; what may still be sent, or changed since, keeps it', async () => {
    const { shop, clock } = stage;
    const [over, waiting, moved, changed] = [
      await submit('OVER'),
      await submit('WAITING'),
      await submit('MOVED'),
      await submit('CHANGED'),
    ];
    await batches().stop(over.id, actor);
    await shop.dataSource.query(
      "UPDATE tillbridge_refund SET state = 'settled' WHERE refund_key IN ('MOVED', 'CHANGED')",
    );
    clock.advance(29 * DAY);
    await batches().pause(moved.id, actor);
    await shop.dataSource.query(
      `UPDATE tillbridge_refund SET updated_at = ${clock.now()} WHERE refund_key = 'CHANGED'`,
    );
    await shop.payments.retention.run();
    expect(await askedBy(over)).toBe('ann@example.org');

    clock.advance(2 * DAY);
    const fresh = await submit('FRESH');
    expect(await shop.payments.retention.run()).toMatchObject({ complete: true });
    expect(await askedBy(over)).toBeNull();
    for (const batch of [waiting, moved, changed, fresh]) expect(await askedBy(batch)).toBe('ann@example.org');

    clock.advance(29 * DAY);
    await shop.payments.retention.run();
    for (const batch of [moved, changed]) expect(await askedBy(batch)).toBeNull();
    for (const batch of [waiting, fresh]) expect(await askedBy(batch)).toBe('ann@example.org');
    // What a person decided, and why, stays; and the same key is the same batch.
    expect(await batches().decided(over.id)).toMatchObject([{ decision: 'stopped', by: 'ben' }]);
    expect(await batches().find({ group: 'web', key: 'OVER' })).toMatchObject({ id: over.id, state: 'stopped' });
  });

  it('is erased in several transactions where there are many', async () => {
    const { shop, clock } = stage;
    const first = await submit('MANY');
    await batches().stop(first.id, actor);
    const columns = 'group_name, fingerprint, state, size, refused, created_at, updated_at';
    const copy = (id: string) =>
      `INSERT INTO tillbridge_refund_batch (id, batch_key, asked_by, ${columns})
       SELECT '${id}', 'many-${id}', asked_by, ${columns} FROM tillbridge_refund_batch WHERE id = '${first.id}'`;
    for (let n = 0; n < 230; n += 1)
      await shop.dataSource.query(copy(`00000000-0000-7000-8000-${String(n).padStart(12, '0')}`));
    clock.advance(31 * DAY);
    await shop.payments.retention.run();
    expect(await shop.count("tillbridge_refund_batch WHERE batch_key LIKE 'many-%' AND asked_by IS NOT NULL")).toBe(0);
  });
});
