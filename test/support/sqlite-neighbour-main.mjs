/**
 * Another process on a SQLite file, with better-sqlite3 alone: `node sqlite-neighbour-main.mjs FILE write|hold|read`. Says
 * "ready" when it has begun. A line on its input lets go of what it holds, and is answered by "released".
 */
import Database from 'better-sqlite3';
import { createInterface } from 'node:readline';

const [, , file, mode] = process.argv;
const database = new Database(file, { timeout: 60_000 });
database.exec('CREATE TABLE IF NOT EXISTS neighbour (n integer)');
const insert = database.prepare('INSERT INTO neighbour (n) VALUES (1)');
const say = (word) => process.stdout.write(`${word}\n`);
const release = () => database.inTransaction && database.exec('COMMIT');

/** A worker that commits as fast as it can, and leaves no more than a turn of its event loop between. */
function write() {
  insert.run();
  setImmediate(write);
}

/** A migration that is under way, or a program that hangs. */
function hold() {
  database.exec('BEGIN IMMEDIATE');
  insert.run();
}

/** A reader's tool that has a long report open. */
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
