/**
 * The points at which a process dies in the middle of a notification's way: kill -9 by itself, at exactly that place.
 * Nothing runs afterwards, no handler and no last packet.
 */
import { Socket } from 'node:net';
import { tapStatements } from './statement-tap.mjs';

const STORES = /^INSERT .*tillbridge_notification/i;
const CLAIMS = /^UPDATE .*tillbridge_notification.*attempts/i;
const APPLIES = /^INSERT .*tillbridge_outbox/i;
const LOOKS_FOR_EFFECTS = /^SELECT .*tillbridge_outbox/i;

const die = () => process.kill(process.pid, 'SIGKILL');

const isCommitOf = (pattern) => (statement) =>
  statement.sql === 'COMMIT' && statement.transaction.some((earlier) => pattern.test(earlier));

/** By name: before or after which statement it is. The others are told by the shop, or by its sockets. */
const STATEMENTS = {
  // One statement, committed by itself.
  N1: { before: ({ sql }) => STORES.test(sql) },
  N2: { after: ({ sql }) => STORES.test(sql) },
  N4: { after: isCommitOf(CLAIMS) },
  N5: { before: isCommitOf(APPLIES) },
};
const applied = isCommitOf(APPLIES);

/** Lets the bytes of the next COMMIT out, and dies before an answer can come in. */
function dieOnceSent() {
  const write = Socket.prototype.write;
  Socket.prototype.write = function (chunk, ...rest) {
    const isCommit = Buffer.from(chunk).toString('latin1').includes('COMMIT');
    return Reflect.apply(write, this, isCommit ? [chunk, die] : [chunk, ...rest]);
  };
}

/** The stops of one process; none is armed at first. */
export class Stops {
  #point = null;
  #hasApplied = false;

  /** @param dataSource the shop's */
  constructor(dataSource) {
    const isLocal = dataSource.options.type === 'better-sqlite3';
    tapStatements(dataSource, {
      before: (statement) => {
        if (STATEMENTS[this.#point]?.before?.(statement)) die();
        if (this.#point === 'N6' && !isLocal && applied(statement)) dieOnceSent();
        if (this.#point === 'N7' && this.#hasApplied && LOOKS_FOR_EFFECTS.test(statement.sql)) die();
      },
      after: (statement) => {
        if (STATEMENTS[this.#point]?.after?.(statement)) die();
        // In one process with its database, a COMMIT that was sent is one that was carried out.
        if (this.#point === 'N6' && isLocal && applied(statement)) die();
        this.#hasApplied ||= applied(statement);
      },
    });
  }

  /** From now on the process dies at this point. */
  arm(point) {
    this.#point = point;
    this.#hasApplied = false;
  }

  /** The shop has come to a point that only it knows of. */
  reached(point) {
    if (this.#point === point) die();
  }
}
