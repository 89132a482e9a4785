import type { Check, Facts } from '../facts.types.js';
import { findings } from '../finding.types.js';

function decide({ schema, groups, database }: Facts) {
  if (schema === null) return { skipped: 'the database cannot be looked at' };
  const { pending, unlisted, missingTables } = schema;
  const isLive = groups.some(({ mode }) => mode === 'live');
  return findings(
    unlisted.length > 0 && {
      id: 'MIGRATIONS_UNLISTED',
      what: `The DataSource's migrations lack ${unlisted.join(', ')}.`,
      why: 'The tables of the module are neither made nor kept up to date.',
      fix: "migrations: [...tillbridgeMigrations, …your own], from 'tillbridge/database'; then: tillbridge migrate up",
    },
    unlisted.length === 0 &&
      pending.length > 0 && {
        id: 'MIGRATIONS_MISSING',
        what: `These migrations have not run: ${pending.join(', ')}.`,
        why: 'The module reads and writes columns that are not there: notifications cannot be stored, and are not acknowledged.',
        fix: 'tillbridge migrate up',
      },
    unlisted.length === 0 &&
      pending.length === 0 &&
      missingTables.length > 0 && {
        id: 'TABLES_MISSING',
        what: `The migrations have run, and these tables or columns are not there: ${missingTables.join(', ')}.`,
        why: 'Someone deleted them, or the migrations ran with another schema, entityPrefix or naming strategy than the application has.',
        fix: 'Restore them from a backup, or see that database, schema, entityPrefix and namingStrategy of the TypeORM options are the right ones.',
      },
    isLive &&
      database?.synchronizes === true && {
        id: 'SYNCHRONIZE_ON',
        what: 'TypeORM changes the tables by itself at every start (synchronize: true), in a shop with a live terminal group.',
        why: 'A change of an entity may drop a column with everything in it.',
        fix: 'synchronize: false, and migrations instead.',
      },
  );
}

/** The tables match this version. */
export const schemaCheck: Check = { name: 'migrations', title: 'The tables are up to date', decide };
