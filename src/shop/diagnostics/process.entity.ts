import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { bigintColumn } from '../../database/engine/index.js';

/**
 * A running process of the shop, with the names of its terminal groups and handlers. A rename of a group requires that no
 * process works under the old name, and a handler that a process lacks does not run for what it records. Holds no secret. A
 * row that is no longer refreshed belongs to a process that was killed.
 */
@Entity('tillbridge_process')
@Index('tillbridge_process_seen', ['seenAt'])
export class ProcessEntity {
  @PrimaryColumn({ type: 'varchar', length: 36 })
  id: string;

  /** The group names in its options, without aliases; JSON. */
  @Column({ name: 'group_names', type: 'simple-json' })
  groups: string[];

  /** Names of its handlers, at most 200; JSON. */
  @Column({ name: 'handler_names', type: 'simple-json' })
  handlers: string[];

  /** Name of the machine, number of the process, and whether its workers are off, for people. */
  @Column({ type: 'varchar', length: 120 })
  place: string;

  @Column(bigintColumn({ name: 'started_at' }))
  startedAt: number;

  /** When it last reported, epoch milliseconds by the module's clock. */
  @Column(bigintColumn({ name: 'seen_at' }))
  seenAt: number;
}
