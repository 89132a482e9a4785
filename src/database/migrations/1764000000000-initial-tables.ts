import type { MigrationInterface, QueryRunner } from 'typeorm';
import { inOneProcess } from './one-process.js';
import { claimable, group, id, nullable, orderId } from './portable-columns.js';
import { REFUND_TABLES } from './refund-tables.js';
import { createTable, dropTable, type PortableTable } from './table-builder.js';

const TABLES: readonly PortableTable[] = [
  {
    name: 'tillbridge_order',
    columns: [
      { ...group, isPrimary: true },
      { ...orderId, isPrimary: true },
      { name: 'mode', type: 'text:8' },
      { name: 'amount', type: 'bigint' },
      { name: 'currency', type: 'text:3' },
      { name: 'description', type: 'text:200' },
      { name: 'attempt', type: 'int', default: 1 },
      nullable('status', 'text:32'),
      nullable('financial_status', 'text:64'),
      nullable('transaction_id', 'text:64'),
      { name: 'amount_refunded', type: 'bigint', default: 0 },
      nullable('paid_at', 'bigint'),
      nullable('paid_transaction_id', 'text:64'),
      nullable('transactions', 'text'),
      nullable('mismatches', 'text'),
      nullable('modified_at', 'bigint'),
      nullable('attention', 'text:32'),
      { name: 'version', type: 'int', default: 0 },
      { name: 'erased_at', type: 'bigint', default: 0 },
      { name: 'created_at', type: 'bigint' },
      { name: 'updated_at', type: 'bigint' },
    ],
    prefixes: {
      tillbridge_order_id: ['order_id', 'group_name'],
      tillbridge_order_transaction: ['transaction_id'],
    },
    indices: {
      tillbridge_order_created: ['group_name', 'created_at', 'order_id'],
      tillbridge_order_paid: ['paid_at'],
      tillbridge_order_status: ['status', 'group_name', 'created_at', 'order_id'],
      tillbridge_order_retention: ['erased_at', 'created_at', 'group_name', 'order_id'],
      tillbridge_order_attention: ['attention', 'group_name', 'created_at', 'order_id'],
    },
  },
  {
    name: 'tillbridge_attempt',
    columns: [
      { ...group, isPrimary: true },
      { name: 'service_order_id', type: 'text:64', isPrimary: true },
      orderId,
      { name: 'number', type: 'int' },
      { name: 'amount', type: 'bigint' },
      { name: 'currency', type: 'text:3' },
      { name: 'create_state', type: 'text:16' },
      { name: 'request_fingerprint', type: 'text:64' },
      nullable('payment_url', 'text'),
      nullable('session_id', 'text:128'),
      nullable('sender_token', 'text:36'),
      nullable('sender_until', 'bigint'),
      { name: 'created_at', type: 'bigint' },
      { name: 'updated_at', type: 'bigint' },
    ],
    uniques: { tillbridge_attempt_number: ['group_name', 'order_id', 'number'] },
    indices: {
      tillbridge_attempt_service_order_id: ['service_order_id'],
      tillbridge_attempt_created: ['group_name', 'created_at', 'service_order_id'],
    },
  },
  {
    name: 'tillbridge_notification',
    columns: [
      id,
      { name: 'delivery_key', type: 'text:64' },
      group,
      { name: 'order_id', type: 'text:255' },
      { name: 'signed_at', type: 'bigint' },
      { name: 'key_id', type: 'text:16' },
      { name: 'body', type: 'text' },
      { name: 'received_at', type: 'bigint' },
      ...claimable,
      nullable('traceparent', 'text:55'),
      nullable('done_at', 'bigint'),
    ],
    uniques: { tillbridge_notification_delivery: ['delivery_key'] },
    indices: {
      tillbridge_notification_due: ['state', 'due_at', 'id'],
      tillbridge_notification_order: ['group_name', 'order_id'],
    },
  },
  {
    name: 'tillbridge_observation',
    columns: [
      id,
      group,
      orderId,
      { name: 'attempt', type: 'int' },
      { name: 'source', type: 'text:16' },
      nullable('notification_id', 'text:36'),
      nullable('raw_status', 'text:64'),
      { name: 'decision', type: 'text:16' },
      { name: 'reason', type: 'text:64' },
      { name: 'observed_at', type: 'bigint' },
    ],
    indices: { tillbridge_observation_order: ['group_name', 'order_id', 'observed_at'] },
  },
  {
    name: 'tillbridge_transition',
    columns: [
      id,
      group,
      orderId,
      { name: 'version', type: 'int' },
      { name: 'kind', type: 'text:32' },
      nullable('previous_status', 'text:32'),
      nullable('status', 'text:32'),
      nullable('transaction_id', 'text:64'),
      nullable('payment_method', 'text:64'),
      { name: 'amount', type: 'bigint' },
      { name: 'amount_refunded', type: 'bigint' },
      { name: 'currency', type: 'text:3' },
      { name: 'source', type: 'text:16' },
      nullable('observation_id', 'text:36'),
      nullable('refund', 'text'),
      { name: 'recorded_at', type: 'bigint' },
    ],
    uniques: { tillbridge_transition_version: ['group_name', 'order_id', 'version'] },
  },
  {
    name: 'tillbridge_effect',
    columns: [
      { ...group, isPrimary: true },
      { ...orderId, isPrimary: true },
      { name: 'transition_id', type: 'text:36', isPrimary: true },
      { name: 'effect', type: 'text:160', isPrimary: true },
      { name: 'phase', type: 'text:16' },
      { name: 'recorded_at', type: 'bigint' },
    ],
  },
  {
    name: 'tillbridge_outbox',
    columns: [
      id,
      group,
      orderId,
      { name: 'transition_id', type: 'text:36' },
      { name: 'version', type: 'int' },
      { name: 'effect', type: 'text:160' },
      ...claimable,
      { name: 'created_at', type: 'bigint' },
      nullable('traceparent', 'text:55'),
      nullable('done_at', 'bigint'),
    ],
    indices: {
      tillbridge_outbox_due: ['state', 'due_at', 'id'],
      tillbridge_outbox_order: ['group_name', 'order_id'],
    },
  },
  {
    name: 'tillbridge_decision',
    columns: [
      id,
      group,
      { name: 'order_id', type: 'text:255' },
      { name: 'about', type: 'text:16' },
      nullable('subject_id', 'text:36'),
      nullable('subject', 'text:160'),
      { name: 'decision', type: 'text:16' },
      { name: 'decided_by', type: 'text:120' },
      { name: 'why', type: 'text:500' },
      { name: 'decided_at', type: 'bigint' },
    ],
    indices: { tillbridge_decision_order: ['group_name', 'order_id'] },
  },
  {
    name: 'tillbridge_poll',
    columns: [
      id,
      group,
      { name: 'service_order_id', type: 'text:64' },
      ...claimable,
      { name: 'polled_at', type: 'bigint', default: 0 },
      { name: 'asked_at', type: 'bigint', default: 0 },
      { name: 'opened_at', type: 'bigint' },
      nullable('active_until', 'bigint'),
      nullable('method', 'text:64'),
      nullable('method_since', 'bigint'),
      nullable('reason', 'text:32'),
    ],
    uniques: { tillbridge_poll_order: ['group_name', 'service_order_id'] },
    indices: {
      tillbridge_poll_due: ['group_name', 'state', 'due_at', 'id'],
      tillbridge_poll_opened: ['state', 'opened_at'],
    },
  },
  {
    name: 'tillbridge_sweep',
    columns: [
      { ...group, isPrimary: true },
      { name: 'state', type: 'text:16' },
      nullable('list_cursor', 'text'),
      nullable('place', 'bigint'),
      nullable('page_ms', 'bigint'),
      nullable('head_page_ms', 'bigint'),
      { name: 'pages', type: 'int', default: 0 },
      { name: 'not_before', type: 'bigint', default: 0 },
      nullable('lease_token', 'text:36'),
      { name: 'lease_until', type: 'bigint', default: 0 },
      nullable('last_error', 'text:500'),
      { name: 'updated_at', type: 'bigint' },
    ],
  },
  ...REFUND_TABLES,
];

/** The tables of the first release: orders and their attempts, inbox, observations, transitions, effects, outbox, polls, refunds. */
export class InitialTables1764000000000 implements MigrationInterface {
  readonly name = 'InitialTables1764000000000';

  async up(runner: QueryRunner): Promise<void> {
    await inOneProcess(runner, async () => {
      for (const table of TABLES) await createTable(runner, table);
    });
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of [...TABLES].reverse()) await dropTable(runner, table);
  }
}
