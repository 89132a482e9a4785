/** A shop with its own default DataSource, and a named one for payments. */
import { NestFactory } from '@nestjs/core';
import { TypeOrmModule } from '@nestjs/typeorm';
import { TillbridgeModule } from 'tillbridge';
import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';
import { play } from './play.js';
import { databaseOptions, webGroup } from './settings.js';

@Entity('mug')
class Mug {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column('varchar', { length: 20 })
  colour!: string;
}

void play(
  (module, options) => NestFactory.create(module, options),
  (serviceUrl) => [
    TypeOrmModule.forRoot({ type: 'better-sqlite3', database: ':memory:', entities: [Mug], synchronize: true }),
    TypeOrmModule.forRoot({ ...databaseOptions(), name: 'payments' }),
    TillbridgeModule.forRootAsync({
      useFactory: () => ({ terminalGroups: [webGroup(serviceUrl)] }),
      dataSource: 'payments',
    }),
  ],
);
