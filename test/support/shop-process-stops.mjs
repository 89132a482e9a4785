/**
 * The points at which a process ends, or stops, in the middle of its work: by a signal to itself, at exactly that
 * place. After a SIGKILL nothing runs, neither a handler nor a last packet.
 */
import { existsSync, writeFileSync } from 'node:fs';
import { Socket } from 'node:net';
import { tapStatements } from './statement-tap.mjs';

const STORES = /^INSERT .*tillbridge_notification/i;
const CLAIMS = /^UPDATE .*tillbridge_notification.*attempts/i;
const APPLIES = /^INSERT .*tillbridge_outbox/i;
const BEGINS = /^(START TRANSACTION|BEGIN)\b/i;

const OPENS = /^INSERT .*tillbridge_attempt/i;
const STORES_ANSWER = /^UPDATE .*tillbridge_attempt.*create_state/i;

const ASKS = /^INSERT .*tillbridge_refund\b/i;
const CLAIMS_LANE = /^UPDATE .*tillbridge_lane.*\+ 1/i;
const NOTES = /^INSERT .*tillbridge_refund_evidence/i;
const OBSERVES = /^INSERT .*tillbridge_observation/i;
const RECORDS = /^INSERT .*tillbridge_transition/i;

const CLAIMS_POLL = /^UPDATE .*tillbridge_poll.*attempts\W*\+ 1/i;
const ENDS_POLL = /^UPDATE .*tillbridge_poll/i;
const KEEPS_PLACE = /^UPDATE .*tillbridge_sweep.*list_cursor/i;

const isCommitOf = (pattern) => (statement) =>
  statement.sql === 'COMMIT' && statement.transaction.some((earlier) => pattern.test(earlier));

/** Among transactions about a refund: the slot writes evidence and calls no handler, the answer calls one, a read observes. */
const isSlot = (statement) =>
  isCommitOf(NOTES)(statement) && !isCommitOf(RECORDS)(statement) && !isCommitOf(OBSERVES)(statement);
const isAnswer = (statement) => isCommitOf(NOTES)(statement) && isCommitOf(RECORDS)(statement);
const isRead = (statement) => isCommitOf(NOTES)(statement) && isCommitOf(OBSERVES)(statement);
const isPoll = (statement) => isCommitOf(OBSERVES)(statement) && isCommitOf(ENDS_POLL)(statement);

/**
 * By name: the statement, and whether the stop is before or after it. The shop or its sockets trigger the other stops.
 */
const STATEMENTS = {
  // One statement that commits by itself.
  N1: { before: ({ sql }) => STORES.test(sql) },
  N2: { after: ({ sql }) => STORES.test(sql) },
  N5: { before: isCommitOf(APPLIES) },
  N7: { after: isCommitOf(APPLIES) },
  C1: { after: isCommitOf(OPENS) },
  C3: { before: isCommitOf(STORES_ANSWER) },
  F1: { after: isCommitOf(ASKS) },
  F2: { after: isCommitOf(CLAIMS_LANE) },
  F3: { after: isSlot },
  F6: { before: isAnswer },
  F7: { after: isAnswer },
  F8: { before: isRead },
  P1: { after: isCommitOf(CLAIMS_POLL) },
  P2: { before: isPoll },
  P3: { after: isCommitOf(KEEPS_PLACE) },
  'P3 before': { before: isCommitOf(KEEPS_PLACE) },
};
const applied = isCommitOf(APPLIES);
const claimed = isCommitOf(CLAIMS);

/** By name: the bytes on a socket before which the process stops. READ COMMITTED is no commit: the word must stand alone. */
const COMMIT_SENT = /COMMIT(?!TED)/;
const CREATE_SENT = /^POST \S*\/orders HTTP\/1\.1/;
const REFUND_SENT = /^POST \S*\/refunds HTTP\/1\.1/;
const SENT = { C2: CREATE_SENT, F4: REFUND_SENT };
/** By name: the request whose first bytes of an answer have arrived. */
const ANSWERED = { F5: REFUND_SENT };

/** Whether this process is the first with a ticket; only one process can create the file, which contains its id. */
function isFirst(ticket) {
  try {
    writeFileSync(ticket, String(process.pid), { flag: 'wx' });
    return true;
  } catch {
    return false;
  }
}

/**
 * A file with which processes of one ticket report a read to each other: the reading process need not be the one that
 * sends again.
 */
const readMark = (ticket) => `${ticket}.read`;

/** The stops of one process; none is set at first. */
export class Stops {
  #point = null;
  #ticket = null;
  #signal = 'SIGKILL';
  #hasStored = false;
  #hasRead = false;
  #sent = null;

  /** @param dataSource of the shop */
  constructor(dataSource) {
    const isLocal = dataSource.options.type === 'better-sqlite3';
    this.#watchSockets();
    tapStatements(dataSource, {
      before: (statement) => {
        if (STATEMENTS[this.#point]?.before?.(statement)) this.#stop();
        if (this.#point === 'N6' && !isLocal && applied(statement)) this.#sent = COMMIT_SENT;
        // Its own notification needs no claim: its work begins with a transaction.
        if (this.#point === 'N4' && this.#hasStored && BEGINS.test(statement.sql)) this.#stop();
      },
      after: (statement) => {
        if (STATEMENTS[this.#point]?.after?.(statement)) this.#stop();
        // If the database is in the same process, a sent COMMIT has been carried out.
        if (this.#point === 'N6' && isLocal && applied(statement)) this.#stop();
        if (this.#point === 'N4' && claimed(statement)) this.#stop();
        this.#hasStored ||= STORES.test(statement.sql);
        if (this.#point !== 'F9') return;
        if (isRead(statement)) this.#noteRead();
        // It was read, and is sent again.
        if (this.#wasRead() && isCommitOf(CLAIMS_LANE)(statement)) this.#stop();
      },
    });
  }

  /**
   * From now on the process gets the signal at this point.
   *
   * @param options.ticket path of a file: of all processes with the same one, only the first stops
   * @param options.signal SIGKILL, or SIGSTOP
   */
  arm(point, { ticket = null, signal = 'SIGKILL' } = {}) {
    this.#point = point;
    this.#ticket = ticket;
    this.#signal = signal;
    this.#hasStored = false;
    this.#hasRead = false;
    this.#sent = SENT[point] ?? null;
  }

  /** The shop has reached a point that only it knows. */
  reached(point) {
    if (this.#point === point) this.#stop();
  }

  #noteRead() {
    this.#hasRead = true;
    if (this.#ticket !== null) writeFileSync(readMark(this.#ticket), '');
  }

  #wasRead() {
    return this.#hasRead || (this.#ticket !== null && existsSync(readMark(this.#ticket)));
  }

  #stop() {
    const mayStop = this.#ticket === null || isFirst(this.#ticket);
    this.#point = null;
    this.#sent = null;
    if (mayStop) process.kill(process.pid, this.#signal);
  }

  /**
   * Sends the next bytes with this text, and stops before an answer can arrive; or once its first bytes have arrived.
   */
  #watchSockets() {
    const write = Socket.prototype.write;
    const isSent = (bytes) => this.#sent?.test(Buffer.from(bytes).toString('latin1')) === true;
    const isAnswered = (bytes) => ANSWERED[this.#point]?.test(Buffer.from(bytes).toString('latin1')) === true;
    const stop = () => this.#stop();
    const stopThen = (callback) => (error) => {
      stop();
      callback?.(error);
    };
    Socket.prototype.write = function (chunk, ...rest) {
      if (isAnswered(chunk)) this.once('data', stop);
      if (!isSent(chunk)) return Reflect.apply(write, this, [chunk, ...rest]);
      const callback = rest.find((each) => typeof each === 'function');
      const encoding = rest.find((each) => typeof each === 'string');
      return Reflect.apply(write, this, [chunk, encoding, stopThen(callback)]);
    };
  }
}
