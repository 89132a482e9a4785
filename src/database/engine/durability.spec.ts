import { describe, expect, it } from '@jest/globals';
import { mysqlDurabilityFaults } from './durability.js';

const SAFE = { flush: '1', binlog: '0', syncBinlog: '0' };

describe('the durability of MySQL and MariaDB', () => {
  it('is fine with a flush at each commit', () => {
    expect(mysqlDurabilityFaults(SAFE)).toEqual([]);
    expect(mysqlDurabilityFaults({ ...SAFE, binlog: '1', syncBinlog: '1' })).toEqual([]);
  });

  it.each(['0', '2'])('is warned of when innodb_flush_log_at_trx_commit is %s', (flush) => {
    expect(mysqlDurabilityFaults({ ...SAFE, flush })).toEqual([
      expect.stringContaining(`innodb_flush_log_at_trx_commit is ${flush}`),
    ]);
  });

  it('is warned of when a binary log is not flushed', () => {
    expect(mysqlDurabilityFaults({ ...SAFE, binlog: '1' })).toEqual([expect.stringContaining('sync_binlog is 0')]);
  });
});
