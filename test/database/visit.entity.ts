import { Column, Entity, PrimaryColumn } from 'typeorm';
import { bigintColumn } from '../../src/database/engine/index.js';

/** A table of a schema, whose rows are told apart by two columns. */
@Entity({ name: 'visit', schema: 'shop' })
export class Visit {
  @PrimaryColumn({ name: 'group_name', type: 'varchar', length: 20 })
  group: string;

  @PrimaryColumn({ type: 'int' })
  number: number;

  @Column({ name: 'page_url', type: 'varchar', length: 20 })
  page: string;

  @Column({ type: 'varchar', length: 20, nullable: true })
  note: string | null;

  @Column(bigintColumn({ default: 0 }))
  at: number;
}
