import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A state of the sandbox itself that survives a restart. */
@Entity('sandbox_state')
export class SandboxStateEntity {
  /** The name of the state. */
  @PrimaryColumn({ type: 'varchar', length: 100 })
  name: string;

  @Column({ type: 'simple-json' })
  value: unknown;
}
