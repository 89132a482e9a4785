import { Column, Entity, PrimaryColumn, Table, type MigrationInterface, type QueryRunner } from 'typeorm';

/** Goods that are reserved for an order once it is paid. */
@Entity('reservation')
export class Reservation {
  @PrimaryColumn('varchar', { length: 50, name: 'order_id' })
  orderId: string;

  /**
   * The process that applied the payment; a shop would not store it, but this example shows which process did the work.
   */
  @Column('varchar', { length: 10, name: 'reserved_by' })
  reservedBy: string;
}

export class AddReservations1700000000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const columns = [
      { name: 'order_id', type: 'varchar', length: '50', isPrimary: true },
      { name: 'reserved_by', type: 'varchar', length: '10' },
    ];
    await runner.createTable(new Table({ name: 'reservation', columns }));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable('reservation');
  }
}
