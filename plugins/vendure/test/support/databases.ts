import { randomBytes } from 'node:crypto';
import { copyFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import type { DataSourceOptions } from 'typeorm';

/** The engines on which the suite runs. */
export type Engine = 'sqlite' | 'postgres';

/** Where the runner has put what all specs share. */
const FOLDER = process.env['TILLBRIDGE_VENDURE_FOLDER'] ?? '';
const POSTGRES = process.env['TILLBRIDGE_VENDURE_POSTGRES'] ?? '';
const TEMPLATE = 'vendure_template';

/** The engines of this run. */
export const ENGINES = (process.env['TILLBRIDGE_VENDURE_ENGINES'] ?? '').split(',') as readonly Engine[];

const file = (name: string): string => join(FOLDER, `${name}.sqlite`);

async function onServer(sql: string): Promise<void> {
  const client = new Client({ connectionString: POSTGRES });
  await client.connect();
  await client.query(sql).finally(() => client.end());
}

function optionsOf(engine: Engine, name: string): DataSourceOptions {
  if (engine === 'sqlite') return { type: 'better-sqlite3', database: file(name) };
  const url = new URL(POSTGRES);
  return {
    type: 'postgres',
    host: url.hostname,
    port: Number(url.port),
    username: url.username,
    password: url.password,
    database: name,
  };
}

/** An empty database. */
export async function emptyDatabase(engine: Engine, name = newName()): Promise<DataSourceOptions> {
  mkdirSync(FOLDER, { recursive: true });
  if (engine === 'postgres') await onServer(`CREATE DATABASE ${name}`);
  return optionsOf(engine, name);
}

/** The database from which the others are copied: a shop with goods, and the plugin's tables. */
export const templateDatabase = (engine: Engine): Promise<DataSourceOptions> => emptyDatabase(engine, TEMPLATE);

/** A copy of the template. */
export async function filledDatabase(engine: Engine): Promise<DataSourceOptions> {
  const name = newName();
  if (engine === 'sqlite') copyFileSync(file(TEMPLATE), file(name));
  else await onServer(`CREATE DATABASE ${name} TEMPLATE ${TEMPLATE}`);
  return optionsOf(engine, name);
}

const newName = (): string => `vendure_${randomBytes(6).toString('hex')}`;
