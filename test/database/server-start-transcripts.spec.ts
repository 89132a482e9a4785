import { describe, expect, test } from '@jest/globals';
import {
  checkDurability,
  checkEngineVersion,
  checkSessionSettings,
  isMariadbInDisguise,
} from '../../src/database/engine/index.js';
import { paperTranscript } from './paper-script.js';

describe.each(['postgres', 'mysql', 'mariadb'] as const)('the start of a shop: %s', (type) => {
  test('the server is looked at when the shop starts', async () => {
    const VERSIONS = { postgres: 'PostgreSQL 15.8 (Debian)', mysql: '8.0.36', mariadb: '10.11.6-MariaDB' };
    const version = (text: string) => ({ text: 'ersion()', answer: [{ version: text }] });
    const shout = (text: string) => ({ text: 'VERSION()', answer: [{ version: text }] });
    const text = await paperTranscript({ type, entities: [] }, async (paper) => {
      const versions = [VERSIONS[type], '10.5.9-MariaDB', 'MySQL 5.7.1'];
      for (const each of versions) {
        const answers = [version(each), shout(each)];
        await paper.step(`its version: ${each}`, () => checkEngineVersion(paper.dataSource), answers);
        await paper.step(`is it MariaDB: ${each}`, () => isMariadbInDisguise(paper.dataSource), answers);
      }
      await paper.step('no version', () => checkEngineVersion(paper.dataSource));
      const setting = (name: string, value: unknown) => ({ text: name, answer: [{ [name]: value }] });
      await paper.step('what it commits is safe', () => checkDurability(paper.dataSource), [
        setting('innodb_flush_log_at_trx_commit', 1),
        setting('log_bin', 1),
        setting('sync_binlog', 1),
        setting('fsync', 'on'),
        setting('synchronous_commit', 'on'),
        shout(VERSIONS[type]),
      ]);
      await paper.step('what it commits is not safe', () => checkDurability(paper.dataSource), [
        setting('innodb_flush_log_at_trx_commit', 2),
        setting('log_bin', 1),
        setting('sync_binlog', 0),
        setting('fsync', 'OFF'),
        setting('synchronous_commit', 'OFF'),
        shout('10.11.6-MariaDB'),
      ]);
      const settings = { mode: 'STRICT_TRANS_TABLES', autocommit: 1, completion: 'NO_CHAIN' };
      const changes = [
        {},
        { mode: '' },
        { mode: 'STRICT_TRANS_TABLES,NO_BACKSLASH_ESCAPES' },
        { mode: 'EMPTY_STRING_IS_NULL' },
        { autocommit: 0 },
        { completion: 'CHAIN' },
      ];
      for (const change of changes)
        await paper.step(`settings ${JSON.stringify(change)}`, () => checkSessionSettings(paper.dataSource), [
          { text: 'sql_mode', answer: [{ ...settings, ...change }] },
        ]);
      await paper.step('no settings', () => checkSessionSettings(paper.dataSource));
    });
    expect(text).toMatchSnapshot();
  });
});
