import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { bigintColumn } from '../../database/engine/index.js';

/**
 * A process of the shop that runs, with the names of its terminal groups: anyone who renames a group must know that no one
 * works under the old name. Holds no secret. A row that is no longer refreshed is a process that ended in a hurry.
 */
@Entity('tillbridge_process')
@Index('tillbridge_process_seen', ['seenAt'])
export class ProcessEntity {
  @PrimaryColumn({ type: 'varchar', length: 36 })
  id: string;

  /** The names in its options, aliases not included; JSON. */
  @Column({ name: 'group_names', type: 'simple-json' })
  groups: string[];

  /** Name of the machine and number of the process, for people. */
  @Column({ type: 'varchar', length: 120 })
  place: string;

  @Column(bigintColumn({ name: 'started_at' }))
  startedAt: number;

  /** When it was last heard of, epoch milliseconds by the module's clock. */
  @Column(bigintColumn({ name: 'seen_at' }))
  seenAt: number;
}
