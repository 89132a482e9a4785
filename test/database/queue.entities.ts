import { Column, Entity, Index, PrimaryColumn, Unique } from 'typeorm';
import { bigintColumn, bytesColumn, type Claimable } from '../../src/database/engine/index.js';

@Entity('job')
@Unique('job_key', ['key'])
@Index('job_due', ['state', 'dueAt', 'id'])
export class Job implements Claimable {
  @PrimaryColumn({ type: 'varchar', length: 36 })
  id: string;

  @Column({ name: 'job_key', type: 'varchar', length: 20 })
  key: string;

  @Column({ type: 'varchar', length: 16 })
  state: string;

  @Column(bigintColumn({ name: 'due_at' }))
  dueAt: number;

  @Column({ name: 'tries', type: 'int', default: 0 })
  attempts: number;

  @Column({ name: 'lease_token', type: 'varchar', length: 36, nullable: true })
  leaseToken: string | null;

  @Column(bigintColumn({ name: 'lease_until', nullable: true }))
  leaseUntil: number | null;

  @Column({ type: 'text', nullable: true })
  body: string | null;
}

@Entity('tally')
export class Tally {
  @PrimaryColumn({ type: 'varchar', length: 20 })
  id: string;

  @Column({ type: 'int', default: 0 })
  n: number;
}

@Entity('sample')
export class Sample {
  @PrimaryColumn({ type: 'int' })
  id: number;

  @Column(bigintColumn({ name: 'at', nullable: true }))
  at: number | null;

  @Column(bytesColumn({ nullable: true }))
  bytes: Buffer | null;
}

/** A job as a test writes it; what it leaves out is the same everywhere. */
export const job = (id: string, rest: Partial<Job> = {}): Partial<Job> => ({
  id,
  key: `key-${id}`,
  state: 'pending',
  dueAt: 1_000,
  body: 'x'.repeat(200),
  ...rest,
});
