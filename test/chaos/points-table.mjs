/**
 * Every point between two lines at which a process can die (design §12), and what leads to it. `prepare` comes before the
 * point is armed, `act` runs into it, `drive` lets time pass until it is reached, `goOn` is what the world does after the
 * death, and `isResumed` says whether someone has taken up what was left.
 */

const POLL_DUE_MS = 130_000;
const STEP_MS = 180_000;
/** Due at a time: enough for the transactions list to be read. */
const SWEPT = 12;
const SLOW_MS = 4_000;

const first = (stage) => stage.processes[0];

/**
 * A notification on its way; what was not acknowledged the service sends again.
 *
 * @param leaves rows of the inbox, claims of them (its own are claimed from the start), transitions, effects that were told; null: no one can know
 */
const notification = (what, leaves) => ({
  what,
  leaves,
  prepare: (stage, id) => stage.buy(id),
  act: (stage, id) => stage.notifyOnce(id),
  goOn: (stage, id) => stage.notify(id),
  isResumed: (stage, id) => stage.isDone(id),
});

/** An order that is being created, and asked for again. */
const creation = (what) => ({
  what,
  prepare: async () => undefined,
  act: (stage, id) => stage.askOnce(first(stage), `checkout/${id}`),
  async goOn(stage, id) {
    await stage.ask(`checkout/${id}`);
    await stage.pay(id);
  },
  isResumed: async () => true,
});

/** A refund, and another of the same lane that waits behind it. Anyone who asked gets no answer, and asks again. */
const refund = (what, { fault, known = ['unknown', 'accepted', 'settled'], drive } = {}) => ({
  what,
  async prepare(stage, id) {
    await stage.settle(id);
    await stage.settle(`${id}-next`);
    if (fault) stage.service.sandbox.faults.next('refund', fault, { delayMs: SLOW_MS });
  },
  act: (stage, id) => stage.askOnce(first(stage), stage.expectRefund(id)),
  drive,
  async goOn(stage, id) {
    await stage.ask(stage.expectRefund(id));
    await stage.ask(stage.expectRefund(`${id}-next`));
  },
  async isResumed(stage, id) {
    const [own, next] = [await stage.refundOf(id), await stage.refundOf(`${id}-next`)];
    return known.includes(own.state) && next.state === 'accepted';
  },
});

/** Looks that no one was notified of. */
const polls = (what, many = 1) => {
  const idsOf = (id) => Array.from({ length: many }, (_, index) => `${id}-${index}`);
  const isDone = async (stage, id) => {
    for (const each of idsOf(id)) if (!(await stage.isDone(each))) return false;
    return true;
  };
  return {
    what,
    async prepare(stage, id) {
      for (const each of idsOf(id)) await stage.buy(each);
    },
    act: (stage) => stage.pass(POLL_DUE_MS),
    goOn: async () => undefined,
    isResumed: isDone,
  };
};

const proved = ['accepted', 'settled'];

export const POINTS = {
  N1: notification('before a notification is committed', [0, 0, 0, 0]),
  N2: notification('committed, not acknowledged', [1, 1, 0, 0]),
  N3: notification('acknowledged, not claimed', [1, 0, 0, 0]),
  N4: notification('begun, not applied', [1, 1, 0, 0]),
  N5: notification('applied, not committed', [1, 1, 0, 0]),
  N6: notification('COMMIT sent, no answer', null),
  N7: notification('committed, effect not begun', [1, 1, 1, 0]),
  N8: notification('effect told, not marked', [1, 1, 1, 1]),
  C1: creation('create intended, not sent'),
  C2: creation('create sent, no answer'),
  C3: creation('create answered, not stored'),
  F1: refund('refund asked for, no one told'),
  F2: refund('lane taken, nothing written down'),
  F3: refund('written down as sent, nothing on the wire'),
  F4: refund('on the wire, no answer'),
  F5: refund('accepted, the answer under way', { fault: 'slow-body' }),
  F6: refund('answered, not committed'),
  F7: refund('answered and committed'),
  F8: refund('found by a read, not committed', { fault: 'response-lost', known: proved }),
  F9: refund('proved absent, to be sent again', {
    fault: 'error-before',
    known: proved,
    drive: (stage) => stage.pass(STEP_MS),
  }),
  P1: polls('poll claimed, not read'),
  P2: polls('order read, not committed'),
  P3: polls('place in the list kept', SWEPT),
  'P3 before': polls('place in the list not kept', SWEPT),
};

/** Points that are trials of their own. */
export const ELSEWHERE = {
  D1: ['the database is killed and comes back', 'database-restart'],
  D2: ['the disk is full', 'disk-full'],
  Z1: ['the process stands still, and comes back', 'zombies'],
};
