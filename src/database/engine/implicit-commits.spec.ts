import { describe, expect, it } from '@jest/globals';
import { commitKindOf, saysInTransaction } from './implicit-commits.js';

const IMPLICIT = [
  'TRUNCATE TABLE stock',
  'truncate stock',
  '/* anew */ TRUNCATE stock',
  '-- anew\nTRUNCATE stock',
  '# anew\n  TRUNCATE stock',
  '/*!50100 TRUNCATE stock */',
  'CREATE TABLE stock (n INT)',
  'CREATE OR REPLACE TABLE stock (n INT)',
  'CREATE UNIQUE INDEX stock_n ON stock (n)',
  'CREATE TRIGGER t BEFORE INSERT ON stock FOR EACH ROW SET NEW.n = 1',
  'ALTER TABLE stock ADD m INT',
  'DROP TABLE stock',
  'DROP DATABASE shop',
  'RENAME TABLE stock TO goods',
  'ANALYZE TABLE stock',
  'ANALYZE LOCAL TABLE stock',
  'OPTIMIZE TABLE stock',
  'REPAIR TABLE stock',
  'CHECK TABLE stock',
  'LOCK TABLES stock WRITE',
  'UNLOCK TABLES',
  'BEGIN',
  'BEGIN WORK',
  'START TRANSACTION',
  'START SLAVE',
  'GRANT SELECT ON shop.* TO ann',
  'REVOKE SELECT ON shop.* FROM ann',
  "SET PASSWORD = 'secret'",
  'SET autocommit=1',
  'SET SESSION autocommit = ON',
  'SET @@session.autocommit := 1',
  'SET @a = 1, @@autocommit = 1',
  'LOAD INDEX INTO CACHE stock',
  'CACHE INDEX stock IN hot',
  'FLUSH TABLES',
  'RESET MASTER',
  "UPDATE stock SET n = 'a''b\\'c'; TRUNCATE stock",
];

const NONE = [
  'SELECT 1',
  '(SELECT 1)',
  "UPDATE stock SET n = 1 WHERE name = '; TRUNCATE stock'",
  'UPDATE stock SET n = 1 WHERE name = "; TRUNCATE stock" /* ; TRUNCATE stock */ -- ; TRUNCATE stock',
  "INSERT INTO notes VALUES ('it''s'), ('\\'; DROP TABLE stock')",
  'CREATE TEMPORARY TABLE sold (n INT)',
  'create or replace temporary table sold (n INT)',
  'DROP TEMPORARY TABLE sold',
  'DROP PREPARE s',
  'SET autocommit = 0',
  'SET GLOBAL autocommit = 1',
  "SET @note = 'SET autocommit = 1'",
  'SET TRANSACTION ISOLATION LEVEL READ COMMITTED',
  'SAVEPOINT typeorm_1',
  'ROLLBACK TO SAVEPOINT typeorm_1',
  'RELEASE SAVEPOINT typeorm_1',
  'ROLLBACK',
  'DO 0',
  '',
];

const UNSEEN = [
  'CALL count_anew()',
  'EXECUTE s',
  "EXECUTE IMMEDIATE 'TRUNCATE stock'",
  'ANALYZE SELECT 1',
  'SELECT 1; CALL count_anew()',
];

describe('what a statement does to its transaction on MySQL and MariaDB', () => {
  it.each(IMPLICIT)('commits by itself: %s', (sql) => {
    expect([commitKindOf(sql, 'mysql'), commitKindOf(sql, 'mariadb')]).toEqual(['implicit', 'implicit']);
  });
  it.each(NONE)('leaves it open: %s', (sql) => {
    expect(commitKindOf(sql, 'mariadb')).toBe('none');
  });
  it.each(UNSEEN)('may commit it unseen: %s', (sql) => {
    expect(commitKindOf(sql, 'mariadb')).toBe('unseen');
  });
  it.each(['COMMIT', 'commit and chain', '/* done */ COMMIT', 'UPDATE stock SET n = 1; COMMIT'])(
    'commits: %s',
    (sql) => {
      expect(commitKindOf(sql, 'mariadb')).toBe('explicit');
    },
  );
});

describe('what a statement does to its transaction elsewhere', () => {
  it.each(['COMMIT', ' end;', '/* done */ -- now\n commit', "PREPARE TRANSACTION 'a'"])('commits: %s', (sql) => {
    expect([commitKindOf(sql, 'postgres'), commitKindOf(sql, 'sqlite')]).toEqual(['explicit', 'explicit']);
  });
  it.each(['TRUNCATE stock', 'DO $$ BEGIN UPDATE stock SET n = 1; END $$', 'SELECT 1 /* COMMIT */'])(
    'leaves it open: %s',
    (sql) => {
      expect(commitKindOf(sql, 'postgres')).toBe('none');
    },
  );
});

it('an answer of the server tells whether a transaction is open, or does not tell', () => {
  expect([{ serverStatus: 3 }, { serverStatus: 2 }, [], null].map(saysInTransaction)).toEqual([
    true,
    false,
    undefined,
    undefined,
  ]);
});
