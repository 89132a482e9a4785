import type { CallOutcome } from '../../../src/shop/client/index.js';
import { FAULT_KINDS, FAULT_STAGES, type FaultKind, type FaultStage } from '../../support/fault-proxy.js';

/** What is asked of the service in a cell. */
export const OPERATIONS = ['GET', 'create', 'refund'] as const;
export type Operation = (typeof OPERATIONS)[number];

/** What a cell must come to: the class, and whether the service has carried out a write. */
export interface Expectation {
  readonly kind: CallOutcome['kind'];
  readonly isDone: boolean;
}

/** A cell, or why there is none. */
export type Cell = Expectation | { readonly impossible: string };

/** The whole exchange took place: the answer says what became of it. */
const ACCEPTED: Cell = { kind: 'accepted', isDone: true };
/** No connection, so no byte left: the only class that a write may be repeated on blindly. */
const NOT_SENT: Cell = { kind: 'not-sent', isDone: false };
/** The service itself has answered, in its own envelope, that it did not do it. */
const REJECTED: Cell = { kind: 'rejected', isDone: false };
/** Bytes left and no answer of the service came back. That nothing was done is known to the service alone. */
const LOST_BEFORE: Cell = { kind: 'unknown', isDone: false };
/** As before, to the client's eyes; but it was done. */
const LOST_AFTER: Cell = { kind: 'unknown', isDone: true };
/** A read changes nothing; without a whole and readable answer it has told nothing either. */
const UNREAD: Cell = { kind: 'unknown', isDone: false };
const READ: Cell = { kind: 'accepted', isDone: false };

const NO_BODY: Cell = { impossible: 'a GET has no body' };
const TOO_LATE: Cell = {
  impossible: 'the status is sent before the body; an error page beneath a status 200 is `garbage`',
};

type Row = readonly [connect: Cell, headers: Cell, body: Cell, status: Cell, content: Cell];

/**
 * Written from what a client can know, not from what ours does. `connect` is special for two kinds: no one listens
 * (reset) and no one answers (black hole) leave no connection; with all others it stands when the fault strikes, and a
 * client sends its request at once.
 */
const GRIDS: Readonly<Record<Operation, Readonly<Record<FaultKind, Row>>>> = {
  GET: {
    delay: [READ, READ, NO_BODY, READ, READ],
    reset: [NOT_SENT, UNREAD, NO_BODY, UNREAD, UNREAD],
    'half-close': [UNREAD, UNREAD, NO_BODY, UNREAD, UNREAD],
    'black hole': [NOT_SENT, UNREAD, NO_BODY, UNREAD, UNREAD],
    truncated: [UNREAD, UNREAD, NO_BODY, UNREAD, UNREAD],
    garbage: [UNREAD, UNREAD, NO_BODY, UNREAD, UNREAD],
    '5xx': [UNREAD, UNREAD, NO_BODY, UNREAD, TOO_LATE],
    '429': [UNREAD, UNREAD, NO_BODY, UNREAD, TOO_LATE],
  },
  create: {
    delay: [ACCEPTED, ACCEPTED, ACCEPTED, ACCEPTED, ACCEPTED],
    reset: [NOT_SENT, LOST_BEFORE, LOST_BEFORE, LOST_AFTER, LOST_AFTER],
    'half-close': [LOST_BEFORE, LOST_BEFORE, LOST_BEFORE, LOST_AFTER, LOST_AFTER],
    'black hole': [NOT_SENT, LOST_BEFORE, LOST_BEFORE, LOST_AFTER, LOST_AFTER],
    truncated: [LOST_BEFORE, LOST_BEFORE, LOST_BEFORE, LOST_AFTER, LOST_AFTER],
    garbage: [LOST_BEFORE, LOST_BEFORE, REJECTED, LOST_AFTER, LOST_AFTER],
    '5xx': [LOST_BEFORE, LOST_BEFORE, LOST_BEFORE, LOST_AFTER, TOO_LATE],
    '429': [LOST_BEFORE, LOST_BEFORE, LOST_BEFORE, LOST_AFTER, TOO_LATE],
  },
  refund: {
    delay: [ACCEPTED, ACCEPTED, ACCEPTED, ACCEPTED, ACCEPTED],
    reset: [NOT_SENT, LOST_BEFORE, LOST_BEFORE, LOST_AFTER, LOST_AFTER],
    'half-close': [LOST_BEFORE, LOST_BEFORE, LOST_BEFORE, LOST_AFTER, LOST_AFTER],
    'black hole': [NOT_SENT, LOST_BEFORE, LOST_BEFORE, LOST_AFTER, LOST_AFTER],
    truncated: [LOST_BEFORE, LOST_BEFORE, LOST_BEFORE, LOST_AFTER, LOST_AFTER],
    garbage: [LOST_BEFORE, LOST_BEFORE, REJECTED, LOST_AFTER, LOST_AFTER],
    '5xx': [LOST_BEFORE, LOST_BEFORE, LOST_BEFORE, LOST_AFTER, TOO_LATE],
    '429': [LOST_BEFORE, LOST_BEFORE, LOST_BEFORE, LOST_AFTER, TOO_LATE],
  },
};

/** One cell with its place. */
export interface PlacedCell {
  readonly operation: Operation;
  readonly kind: FaultKind;
  readonly stage: FaultStage;
  readonly cell: Cell;
}

/** All cells, row by row. */
export const CELLS: readonly PlacedCell[] = OPERATIONS.flatMap((operation) =>
  FAULT_KINDS.flatMap((kind) =>
    FAULT_STAGES.map((stage, at): PlacedCell => ({ operation, kind, stage, cell: GRIDS[operation][kind][at]! })),
  ),
);
