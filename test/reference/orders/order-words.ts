import type { Asked, RelatedRow, Snapshot } from './snapshot.js';

/* What one snapshot says by itself, in the words of the specification. */

/** Other spellings of the service and of public clients (protocol §4.1). Ended unpaid is one outcome (design §7). */
const SPELLINGS: Readonly<Record<string, string>> = {
  canceled: 'cancelled',
  void: 'cancelled',
  chargeback: 'chargedback',
  charged_back: 'chargedback',
  reversed: 'chargedback',
};
/** Nothing is decided. */
export const OPEN = ['initialized', 'uncleared', 'reserved'];
/** Ended unpaid. */
export const ENDED = ['declined', 'cancelled', 'expired'];
const MONEY = ['completed', 'shipped', 'partial_refunded', 'refunded', 'chargedback'];
/** Money that is promised, and not there yet. */
const PROMISED: ReadonlySet<string> = new Set(['uncleared', 'reserved']);

/** Those whose `completed` may be an authorisation: no other method knows a capture by hand (service-truth of protocol §4.1). */
const CARDS: ReadonlySet<string> = new Set([
  'VISA',
  'MASTERCARD',
  'MAESTRO',
  'CREDITCARD',
  'AMEX',
  'APPLEPAY',
  'GOOGLEPAY',
]);

/** The shopper's bank pays by these when it likes: a shipment that the shop reports says nothing of it (protocol §4.1). */
const TRANSFERS: ReadonlySet<string> = new Set(['BANKTRANS', 'DIRDEB']);

/** The word of a snapshot, in one spelling; where goods left before the money came, that of the money. */
export const wordOf = ({
  status,
  method,
  financialStatus,
}: Pick<Snapshot, 'status'> & Partial<Pick<Snapshot, 'method' | 'financialStatus'>>): string => {
  const word = SPELLINGS[status] ?? status;
  const money = SPELLINGS[financialStatus ?? ''] ?? financialStatus ?? '';
  return word === 'shipped' && TRANSFERS.has(method ?? '') && OPEN.includes(money) ? money : word;
};
const done = ({ related }: Snapshot, type: RelatedRow['type']): number =>
  related.filter((row) => row.type === type && row.status === 'completed').reduce((sum, { amount }) => sum + amount, 0);

/** Money that was captured in parts. */
export const captured = (snapshot: Snapshot): number => done(snapshot, 'capture');
/** Money that the bank took back, and did not give again. */
export const takenByBank = (snapshot: Snapshot): number =>
  done(snapshot, 'chargeback') - done(snapshot, 'reverse-chargeback');

/** Nothing can be captured any more: the reservation was given up, or so the service counts (protocol §2.4). */
const isLetGo = ({ related, captureRemain }: Snapshot): boolean =>
  !(captureRemain !== null && captureRemain > 0) &&
  related.some((row) => row.type === 'auth-cancellation' && row.status === 'void');
const isUsedUp = (snapshot: Snapshot): boolean =>
  captured(snapshot) >= snapshot.amount || (captured(snapshot) > 0 && snapshot.captureRemain === 0);

/** Completed means paid, but for an authorisation that waits for its capture: nothing says that its money was taken. */
export const awaitsCapture = (snapshot: Snapshot, asked: Asked): boolean =>
  isPromise(snapshot, asked) && !isUsedUp(snapshot) && !isLetGo(snapshot);

/** Its word with regard to what was reserved: a promise that was let go of has ended as any other. */
export const wordIn = (snapshot: Snapshot, asked: Asked): string =>
  isPromise(snapshot, asked) && isLetGo(snapshot) ? 'cancelled' : wordOf(snapshot);

/** Money that was reserved, of which the whole has not been taken at once. */
function isPromise(snapshot: Snapshot, asked: Asked): boolean {
  if (wordOf(snapshot) !== 'completed' || MONEY.includes(wordOf({ status: snapshot.financialStatus ?? '' })))
    return false;
  if (snapshot.capture !== null) return snapshot.capture === 'manual';
  return asked.manualCapture && (snapshot.method === null || CARDS.has(snapshot.method));
}

/** That money was taken needs to be said once: what says nothing of it later takes nothing back (protocol §4.1). */
export const withMoneyTaken = (snapshot: Snapshot): Snapshot =>
  isKnownWord({ status: snapshot.financialStatus ?? '' }) ? snapshot : { ...snapshot, capture: 'automatic' };

/** The money of this snapshot has reached the merchant, whatever became of it later. */
export function showsMoney(snapshot: Snapshot, asked: Asked): boolean {
  const word = wordIn(snapshot, asked);
  if (word === 'cancelled') return captured(snapshot) > 0 || takenByBank(snapshot) > 0;
  return MONEY.includes(word) && !awaitsCapture(snapshot, asked);
}

/** Money is there, or promised. */
export const speaksOfMoney = (snapshot: Snapshot, asked: Asked): boolean =>
  showsMoney(snapshot, asked) || awaitsCapture(snapshot, asked) || PROMISED.has(wordOf(snapshot));

/** Promise 3: amount and currency must be what the shop asked for; else the snapshot is put aside, and changes nothing. */
export const isAside = (snapshot: Snapshot, asked: Asked): boolean =>
  speaksOfMoney(snapshot, asked) && (snapshot.amount !== asked.amount || snapshot.currency !== asked.currency);

/** It pays the order, or has paid it. */
export const pays = (snapshot: Snapshot, asked: Asked): boolean =>
  showsMoney(snapshot, asked) && !isAside(snapshot, asked);
/** Whether the word means anything yet. */
export const isKnownWord = (snapshot: Pick<Snapshot, 'status'>): boolean =>
  [...OPEN, ...ENDED, ...MONEY].includes(wordOf(snapshot));

/** Whether it shows money that went back. */
export const showsReturn = (snapshot: Snapshot): boolean =>
  snapshot.amountRefunded > 0 || wordOf(snapshot).endsWith('refunded');

const facts = new WeakMap<Snapshot, string>();

/** All that makes two snapshots the same news (design §7). */
export function factsOf(snapshot: Snapshot): string {
  const known = facts.get(snapshot);
  if (known !== undefined) return known;
  const { status, financialStatus, amount, currency, amountRefunded, transaction, related } = snapshot;
  const rows = related.map((row) => `${row.id} ${row.status} ${row.amount}`).sort();
  const reported = [status, financialStatus, amount, currency, amountRefunded, transaction, ...rows].join('|');
  facts.set(snapshot, reported);
  return reported;
}

/** What may follow upon what (protocol §4.2). */
const FOLLOWS: Readonly<Record<string, string>> = {
  initialized: 'completed uncleared reserved declined cancelled expired shipped authorised',
  uncleared: 'completed declined cancelled expired shipped authorised',
  reserved: 'completed cancelled declined authorised',
  authorised: 'completed cancelled declined',
  declined: 'initialized completed uncleared cancelled expired',
  cancelled: 'completed uncleared initialized',
  expired: 'completed uncleared',
  completed: 'shipped partial_refunded refunded chargedback cancelled expired',
  shipped: 'completed partial_refunded refunded chargedback cancelled expired',
  partial_refunded: 'partial_refunded refunded chargedback',
  refunded: 'chargedback completed',
  chargedback: 'completed refunded',
};

/** The bank has taken back all of it: the status need not say so (service-truth of protocol §4.1). */
export const isAllTaken = (snapshot: Snapshot, asked: Asked): boolean =>
  MONEY.includes(wordIn(snapshot, asked)) && takenByBank(snapshot) >= snapshot.amount;

/** A void that a chargeback explains is a chargeback, and one with captured parts a payment (design §7). */
export const standingOf = (snapshot: Snapshot, asked: Asked): string => {
  if (wordIn(snapshot, asked) === 'cancelled' && takenByBank(snapshot) > 0) return 'chargedback';
  if (wordIn(snapshot, asked) === 'cancelled' && captured(snapshot) > 0) return 'completed';
  if (awaitsCapture(snapshot, asked)) return 'authorised';
  return isAllTaken(snapshot, asked) ? 'chargedback' : wordIn(snapshot, asked);
};

/** Whether the one may follow upon the other. */
export const mayFollow = (from: Snapshot, to: Snapshot, asked: Asked): boolean =>
  FOLLOWS[standingOf(from, asked)]?.split(' ').includes(standingOf(to, asked)) ?? false;
