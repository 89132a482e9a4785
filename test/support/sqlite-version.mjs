/** The version of the embedded engine, such as `3.53.2`. */
import Database from 'better-sqlite3';

export function sqliteVersion() {
  const memory = new Database(':memory:');
  try {
    return memory.prepare('SELECT sqlite_version()').pluck().get();
  } finally {
    memory.close();
  }
}
