import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Something about the sandbox itself that a restart must not lose. */
@Entity('sandbox_state')
export class SandboxStateEntity {
  /** What it is. */
  @PrimaryColumn({ type: 'varchar', length: 100 })
  name: string;

  @Column({ type: 'simple-json' })
  value: unknown;
}
