/**
 * Another process on a SQLite file, with better-sqlite3 alone: `node sqlite-neighbour-main.mjs FILE write|hold|read`.
 * Prints "ready" when it has begun. On a line of input it releases its lock and prints "released".
 */
import Database from 'better-sqlite3';
import { createInterface } from 'node:readline';

const [, , file, mode] = process.argv;
const database = new Database(file, { timeout: 60_000 });
database.exec('CREATE TABLE IF NOT EXISTS neighbour (n integer)');
const insert = database.prepare('INSERT INTO neighbour (n) VALUES (1)');
const say = (word) => process.stdout.write(`${word}\n`);
const release = () => database.inTransaction && database.exec('COMMIT');

/** A worker that commits as fast as it can, with only one turn of its event loop in between. */
function write() {
  insert.run();
  setImmediate(write);
}

/** A running migration, or a program that hangs. */
function hold() {
  database.exec('BEGIN IMMEDIATE');
  insert.run();
}

/** A tool with a long report open. */
function read() {
  database.exec('BEGIN');
  database.prepare('SELECT COUNT(*) FROM neighbour').get();
}

({ write, hold, read })[mode]();
say('ready');
createInterface({ input: process.stdin }).on('line', () => {
  release();
  say('released');
});
