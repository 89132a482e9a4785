/** A temporary MariaDB or MySQL server in its own folder. */
import { existsSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import mysql from 'mysql2/promise';
import { isRoot, makeFolder, newPassword, runProgram, startServer } from './server-process.mjs';
import { freePort } from './free-port.mjs';

/** A zone far from UTC with a half hour in it: code that relies on the server's zone fails. */
const SERVER_ZONE = '+05:30';

/** Both servers refuse to run as root unless the account is named explicitly. */
const asUser = () => (isRoot() ? ['--user=root'] : []);

/** The version of the server at `url`. @throws if it cannot be reached */
export async function mysqlVersion(url) {
  const connection = await mysql.createConnection({ uri: url, connectTimeout: 5_000 });
  try {
    const [rows] = await connection.query('SELECT VERSION() AS version');
    return rows[0].version;
  } finally {
    await connection.end();
  }
}

function findInstallProgram(binary) {
  const here = dirname(binary);
  const folders = [here, join(here, '../bin'), join(here, '../scripts'), '/usr/bin', '/usr/local/bin'];
  const names = ['mariadb-install-db', 'mysql_install_db'];
  const path = folders.flatMap((folder) => names.map((name) => join(folder, name))).find((path) => existsSync(path));
  if (!path) throw new Error(`mariadb-install-db was not found beside ${binary}`);
  return path;
}

const INITIALISE = {
  mariadb: (binary, data) =>
    runProgram(findInstallProgram(binary), [
      '--no-defaults',
      `--datadir=${data}`,
      '--auth-root-authentication-method=normal',
      '--skip-test-db',
      ...asUser(),
    ]),
  mysql: (binary, data) =>
    runProgram(binary, ['--no-defaults', '--initialize-insecure', ...MYSQL_ALONE, `--datadir=${data}`, ...asUser()]),
};

/** Packages point to a folder of the machine's own server, which need not be there. Version 9 explains as a tree. */
const MYSQL_ALONE = ['--mysqlx=OFF', '--secure-file-priv=NULL', '--loose-explain-format=TRADITIONAL'];

/** Temporary data need not survive a power cut; committed data may even be lost if the server is killed. */
const WITHOUT_SYNC = {
  mariadb: ['--debug-no-sync', '--innodb-flush-method=nosync'],
  mysql: ['--innodb-flush-log-at-trx-commit=2', '--sync-binlog=0'],
};

/** The accounts of the new server: ours with a password, and none without one. */
function writeInitFile(folder, password) {
  const path = join(folder, 'init.sql');
  const statements = [
    `CREATE USER 'tillbridge'@'%' IDENTIFIED BY '${password}'`,
    `GRANT ALL PRIVILEGES ON *.* TO 'tillbridge'@'%' WITH GRANT OPTION`,
    `ALTER USER 'root'@'localhost' IDENTIFIED BY '${password}'`,
    `DROP USER IF EXISTS 'root'@'127.0.0.1', 'root'@'::1'`,
  ];
  writeFileSync(path, `${statements.join(';\n')};\n`, { mode: 0o600 });
  return path;
}

/** The settings of a shop's own server: committed data is on the disk. */
const WITH_SYNC = ['--innodb-flush-log-at-trx-commit=1', '--sync-binlog=1'];

/**
 * @param {{ engine: 'mariadb' | 'mysql', binary: string, folder: string, isDurable?: boolean }} what `isDurable`:
 *   committed data survives a kill of the server, as in a shop; without it, the server is faster
 * @returns {Promise<{ url: string, version: string, stop(): Promise<void>, kill(): Promise<void>, restart(): Promise<void> }>}
 */
export async function startMysqlServer({ engine, binary, folder, isDurable = false }) {
  const home = makeFolder(folder, engine);
  const data = join(home, 'data');
  await INITIALISE[engine](binary, data);
  const password = newPassword();
  const initFile = writeInitFile(home, password);
  const port = await freePort();
  const url = `mysql://tillbridge:${password}@127.0.0.1:${port}`;
  const args = [
    '--no-defaults',
    ...asUser(),
    `--datadir=${data}`,
    `--socket=${join(home, 's')}`,
    `--pid-file=${join(home, 'pid')}`,
    '--bind-address=127.0.0.1',
    `--port=${port}`,
    '--skip-name-resolve',
    '--max-connections=400',
    `--default-time-zone=${SERVER_ZONE}`,
    ...(engine === 'mysql' ? MYSQL_ALONE : []),
    ...(isDurable ? WITH_SYNC : WITHOUT_SYNC[engine]),
  ];
  const { ready, ...ends } = await startServer({
    program: binary,
    args: [...args, `--init-file=${initFile}`],
    // The accounts exist by then.
    againArgs: args,
    isReady: () => mysqlVersion(url),
  });
  return { url, version: ready, ...ends };
}
