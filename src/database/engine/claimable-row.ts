import { Column } from 'typeorm';
import type { Claimable } from './claim-rows.js';
import { bigintColumn } from './columns.js';

/** A row that is work: what {@link claimRows} needs, and the error of the last try. Each table defines its own id. */
export abstract class ClaimableRow<State extends string> implements Claimable {
  abstract id: string;

  @Column({ type: 'varchar', length: 16 })
  state: State;

  @Column({ type: 'int', default: 0 })
  attempts: number;

  @Column(bigintColumn({ name: 'due_at' }))
  dueAt: number;

  @Column({ name: 'lease_token', type: 'varchar', length: 36, nullable: true })
  leaseToken: string | null;

  @Column(bigintColumn({ name: 'lease_until', nullable: true }))
  leaseUntil: number | null;

  /** The error of the last try; holds no secret. */
  @Column({ name: 'last_error', type: 'varchar', length: 500, nullable: true })
  lastError: string | null;
}
