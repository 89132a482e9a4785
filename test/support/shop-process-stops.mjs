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

const ASKS = /^INSERT .*tillbridge_refund\b/i;
const CLAIMS_LANE = /^UPDATE .*tillbridge_lane.*\+ 1/i;
const NOTES = /^INSERT .*tillbridge_refund_evidence/i;
const OBSERVES = /^INSERT .*tillbridge_observation/i;
const RECORDS = /^INSERT .*tillbridge_transition/i;

const die = () => process.kill(process.pid, 'SIGKILL');

const isCommitOf = (pattern) => (statement) =>
  statement.sql === 'COMMIT' && statement.transaction.some((earlier) => pattern.test(earlier));

/** Of the transactions about a refund: the slot writes evidence and tells nobody, the answer tells, a read observes. */
const isSlot = (statement) =>
  isCommitOf(NOTES)(statement) && !isCommitOf(RECORDS)(statement) && !isCommitOf(OBSERVES)(statement);
const isAnswer = (statement) => isCommitOf(NOTES)(statement) && isCommitOf(RECORDS)(statement);
const isRead = (statement) => isCommitOf(NOTES)(statement) && isCommitOf(OBSERVES)(statement);

/** By name: before or after which statement it is. The others are told by the shop, or by its sockets. */
const STATEMENTS = {
  // One statement, committed by itself.
  N1: { before: ({ sql }) => STORES.test(sql) },
  N2: { after: ({ sql }) => STORES.test(sql) },
  N4: { after: isCommitOf(CLAIMS) },
  N5: { before: isCommitOf(APPLIES) },
  F1: { after: isCommitOf(ASKS) },
  F2: { after: isCommitOf(CLAIMS_LANE) },
  F3: { after: isSlot },
  F6: { before: isAnswer },
  F7: { after: isAnswer },
  F8: { before: isRead },
};
const applied = isCommitOf(APPLIES);

/** Lets the next bytes with this text out, and dies before an answer can come in. */
function dieOnceSent(text) {
  const write = Socket.prototype.write;
  Socket.prototype.write = function (chunk, ...rest) {
    const isMeant = Buffer.from(chunk).toString('latin1').includes(text);
    return Reflect.apply(write, this, isMeant ? [chunk, die] : [chunk, ...rest]);
  };
}

/** The stops of one process; none is armed at first. */
export class Stops {
  #point = null;
  #hasApplied = false;
  #hasRead = false;

  /** @param dataSource the shop's */
  constructor(dataSource) {
    const isLocal = dataSource.options.type === 'better-sqlite3';
    tapStatements(dataSource, {
      before: (statement) => {
        if (STATEMENTS[this.#point]?.before?.(statement)) die();
        if (this.#point === 'N6' && !isLocal && applied(statement)) dieOnceSent('COMMIT');
        if (this.#point === 'N7' && this.#hasApplied && LOOKS_FOR_EFFECTS.test(statement.sql)) die();
      },
      after: (statement) => {
        if (STATEMENTS[this.#point]?.after?.(statement)) die();
        // In one process with its database, a COMMIT that was sent is one that was carried out.
        if (this.#point === 'N6' && isLocal && applied(statement)) die();
        this.#hasApplied ||= applied(statement);
        this.#hasRead ||= isRead(statement);
        // It was read, and is to be sent again.
        if (this.#point === 'F9' && this.#hasRead && isCommitOf(CLAIMS_LANE)(statement)) die();
      },
    });
  }

  /** From now on the process dies at this point. */
  arm(point) {
    this.#point = point;
    this.#hasApplied = false;
    this.#hasRead = false;
    if (point === 'F4') dieOnceSent('/refunds HTTP/1.1');
  }

  /** The shop has come to a point that only it knows of. */
  reached(point) {
    if (this.#point === point) die();
  }
}
