import {
  Column,
  Entity,
  PrimaryColumn,
  PrimaryGeneratedColumn,
  type MigrationInterface,
  type QueryRunner,
} from 'typeorm';

@Entity('counter')
export class Counter {
  @PrimaryColumn({ type: 'int' })
  id: number;

  @Column({ type: 'int' })
  n: number;
}

@Entity('note')
export class Note {
  @PrimaryGeneratedColumn()
  id: number;

  @Column({ type: 'varchar', length: 100 })
  text: string;
}

export class AddNotes1700000000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`INSERT INTO note (text) VALUES ('migrated')`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DELETE FROM note WHERE text = 'migrated'`);
  }
}
