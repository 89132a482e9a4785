/**
 * SQL that names a lock of MySQL or MariaDB. Names are of the whole server, and have at most 64 characters: without the
 * database in the name, two shops on one server would wait for each other. MySQL 9 has no MD5 any more.
 *
 * @param purpose - at most 12 characters, for example `migration`
 */
export const mysqlLockName = (purpose: string): string =>
  `CONCAT('tillbridge_${purpose}:', LEFT(SHA2(DATABASE(), 256), 40))`;
