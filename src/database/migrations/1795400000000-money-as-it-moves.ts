import type { MigrationInterface, QueryRunner } from 'typeorm';
import { addColumns, dropColumns, type AddedColumns } from './column-adder.js';
import { inOneProcess } from './one-process.js';
import { group, id, nullable } from './portable-columns.js';
import { createTable, dropTable, type PortableTable } from './table-builder.js';

/** Columns and indices that are added to tables of the first release. */
const COLUMNS: readonly AddedColumns[] = [
  // How the attempt was to be captured: `manual`, or null; and when the shop last cancelled or released it.
  { table: 'tillbridge_attempt', columns: [nullable('capture', 'text:8'), nullable('let_go_at', 'bigint')] },
  // The service's own status, if the shop's differs; and money that was received in another amount or currency than
  // requested. Also the shop's own reference and the payment method, for searches with the newest first, as by amount.
  // For older orders the method stays unknown: filling it in would write every row of a table that may have millions.
  {
    table: 'tillbridge_order',
    columns: [
      nullable('service_status', 'text:64'),
      nullable('received', 'text'),
      nullable('reference', 'text:100'),
      nullable('payment_method', 'text:64'),
    ],
    indices: {
      tillbridge_order_reference: ['reference', 'created_at', 'order_id'],
      tillbridge_order_method: ['payment_method', 'group_name', 'created_at', 'order_id'],
      tillbridge_order_amount: ['group_name', 'currency', 'amount', 'created_at', 'order_id'],
    },
  },
  // The tip within the amount; and the shop's reference of the order at that time.
  { table: 'tillbridge_transition', columns: [nullable('tip', 'bigint'), nullable('reference', 'text:100')] },
  // Refusals of one refund and refusals of its account, counted apart; and sendings during an outage.
  {
    table: 'tillbridge_refund',
    columns: [
      { name: 'refusals', type: 'int', default: 0 },
      nullable('refused_at', 'bigint'),
      { name: 'outages', type: 'int', default: 0 },
    ],
    // Refunds are searched by the service's own number.
    indices: { tillbridge_refund_service_id: ['service_refund_id'] },
  },
  { table: 'tillbridge_lane', columns: [{ name: 'refusals', type: 'int', default: 0 }] },
  // The number of rows that hold the rest of a long body.
  { table: 'tillbridge_notification', columns: [{ name: 'parts', type: 'int', default: 0 }] },
  // Decisions are listed by time, by person and by kind.
  {
    table: 'tillbridge_decision',
    columns: [],
    indices: {
      tillbridge_decision_time: ['decided_at', 'id'],
      tillbridge_decision_kind: ['decision', 'decided_at', 'id'],
      tillbridge_decision_person: ['decided_by', 'decided_at', 'id'],
      tillbridge_decision_person_kind: ['decided_by', 'decision', 'decided_at', 'id'],
    },
  },
  // Old rows to be deleted are found by the time when they were recorded.
  { table: 'tillbridge_effect', columns: [], indices: { tillbridge_effect_recorded: ['recorded_at'] } },
];

/** New tables. */
const TABLES: readonly PortableTable[] = [
  {
    name: 'tillbridge_notification_part',
    columns: [
      { name: 'notification_id', type: 'text:36', isPrimary: true },
      { name: 'number', type: 'int', isPrimary: true },
      { name: 'body', type: 'text' },
    ],
  },
  // Running processes, with the names of their terminal groups and handlers.
  {
    name: 'tillbridge_process',
    columns: [
      id,
      { name: 'group_names', type: 'text' },
      { name: 'handler_names', type: 'text' },
      { name: 'place', type: 'text:120' },
      { name: 'started_at', type: 'bigint' },
      { name: 'seen_at', type: 'bigint' },
    ],
    indices: { tillbridge_process_seen: ['seen_at'] },
  },
  // The used budget of calls of each terminal group, over all processes; times in microseconds.
  {
    name: 'tillbridge_call_budget',
    columns: [
      { ...group, isPrimary: true },
      { name: 'full_at', type: 'bigint', default: 0 },
      { name: 'granted', type: 'int', default: 0 },
      { name: 'paused_until', type: 'bigint', default: 0 },
    ],
  },
];

/** The second release: money as the service moves it. One migration for each release, amended until the release. */
export class MoneyAsItMoves1795400000000 implements MigrationInterface {
  readonly name = 'MoneyAsItMoves1795400000000';

  async up(runner: QueryRunner): Promise<void> {
    await inOneProcess(runner, async () => {
      for (const added of COLUMNS) await addColumns(runner, added);
      for (const table of TABLES) await createTable(runner, table);
    });
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of [...TABLES].reverse()) await dropTable(runner, table);
    for (const added of [...COLUMNS].reverse()) await dropColumns(runner, added);
  }
}
