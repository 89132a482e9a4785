import { type MigrationInterface, type QueryRunner, Table, type TableColumnOptions, TableIndex } from 'typeorm';
import { Product } from '../catalogue/product.entity.js';
import { PRODUCTS } from '../catalogue/products.js';

const text = (name: string, length: number): TableColumnOptions => ({
  name,
  type: 'varchar',
  length: String(length),
});
const whole = (name: string): TableColumnOptions => ({ name, type: 'integer' });
const counter = (name: string): TableColumnOptions => ({
  ...whole(name),
  isPrimary: true,
  isGenerated: true,
  generationStrategy: 'increment',
});

/** New objects for each run, because TypeORM changes the objects that it gets. */
const tables = (): Table[] => [
  new Table({
    name: 'product',
    columns: [
      { ...text('slug', 40), isPrimary: true },
      text('name', 80),
      text('blurb', 200),
      whole('price_minor'),
      whole('stock'),
    ],
  }),
  new Table({
    name: 'purchase',
    columns: [
      counter('number'),
      text('order_id', 50),
      text('product_slug', 40),
      whole('quantity'),
      whole('total_minor'),
      text('email', 120),
    ],
    indices: [new TableIndex({ name: 'purchase_order', columnNames: ['order_id'], isUnique: true })],
  }),
  new Table({
    name: 'stock_reservation',
    columns: [
      counter('id'),
      text('order_id', 50),
      text('product_slug', 40),
      whole('quantity'),
      { name: 'back_order', type: 'boolean' },
    ],
  }),
  new Table({
    name: 'mail',
    columns: [
      counter('id'),
      text('order_id', 50),
      text('message_id', 120),
      text('recipient', 120),
      text('subject', 200),
      { name: 'body', type: 'text' },
    ],
    indices: [new TableIndex({ name: 'mail_order', columnNames: ['order_id'] })],
  }),
];

/** The shop's own tables, with products in stock. Written once for all engines. */
export class ShopTables1748736000000 implements MigrationInterface {
  readonly name = 'ShopTables1748736000000';

  async up(runner: QueryRunner): Promise<void> {
    for (const table of tables()) await runner.createTable(table);
    await runner.manager.insert(Product, [...PRODUCTS]);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of tables().toReversed()) await runner.dropTable(table);
  }
}
