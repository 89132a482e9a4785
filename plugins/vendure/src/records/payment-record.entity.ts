import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** A sum: engines return bigint as text. */
const wholeNumber = {
  to: (value?: number | null) => value,
  from: (value?: string | number | null) => (value === null || value === undefined ? value : Number(value)),
};

/** Links a payment order of the module to its Vendure order. One row for each requested sum. */
@Entity('tillbridge_vendure_payment')
@Index('tillbridge_vendure_payment_part', ['orderId', 'part'], { unique: true })
export class TillbridgePaymentRecord {
  constructor(input?: Partial<TillbridgePaymentRecord>) {
    Object.assign(this, input);
  }

  /** The terminal group. */
  @PrimaryColumn({ type: 'varchar', length: 64 })
  group: string;

  /** The id of the order in the module: the code of the Vendure order, or one made of it; for a later part, with its number. */
  @PrimaryColumn({ type: 'varchar', length: 64 })
  paymentOrderId: string;

  /** The id of the Vendure order, as text. */
  @Column({ type: 'varchar', length: 64 })
  orderId: string;

  /** 1 for the first requested sum; more if one was paid and the price of the order increased. */
  @Column({ type: 'int' })
  part: number;

  @Column({ type: 'varchar', length: 64 })
  channelId: string;

  /** The code of Vendure's payment method. */
  @Column({ type: 'varchar', length: 255 })
  method: string;

  /** The last requested amount, in Vendure's form. */
  @Column({ type: 'bigint', transformer: wholeNumber })
  amount: number;

  @Column({ type: 'varchar', length: 3 })
  currency: string;

  /** 1 while the service has not received the order's cancellation yet. */
  @Column({ type: 'int', default: 0 })
  cancelWanted: number;

  /** The reason for attention; null if there is none. */
  @Column({ type: 'varchar', length: 64, nullable: true })
  attention: string | null;

  /** When that happened, epoch milliseconds. */
  @Column({ type: 'bigint', nullable: true, transformer: wholeNumber })
  attentionAt: number | null;

  /** Epoch milliseconds. */
  @Column({ type: 'bigint', transformer: wholeNumber })
  createdAt: number;
}
