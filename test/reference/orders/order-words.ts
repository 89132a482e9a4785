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

/** Methods that are paid, although their money goes elsewhere or is only promised (service-truth of protocol §4.1). */
const PAID_AS: Readonly<Record<string, string>> = {
  PAYPAL: 'initialized',
  AMAZONBTN: 'initialized',
  BIZUM: 'initialized',
  AMEX: 'initialized',
  EINVOICE: 'initialized uncleared',
  ZINIA: 'initialized uncleared',
  KLARNA: 'uncleared',
  IN3: 'uncleared',
  MULTIBANCO: 'uncleared',
};

const spelt = (word: string | null | undefined): string => SPELLINGS[word ?? ''] ?? word ?? '';

/** The word of a snapshot, in one spelling; where goods left before the money came, that of the money. */
export const wordOf = ({
  status,
  method,
  financialStatus,
  isTaken,
}: Pick<Snapshot, 'status'> & Partial<Pick<Snapshot, 'method' | 'financialStatus' | 'isTaken'>>): string => {
  const [word, money] = [spelt(status), spelt(financialStatus)];
  if (word !== 'shipped' || isTaken || !OPEN.includes(money)) return word;
  return PAID_AS[method ?? '']?.split(' ').includes(money) ? word : money;
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
export function wordIn(snapshot: Snapshot, asked: Asked): string {
  if (!isPromise(snapshot, asked)) return wordOf(snapshot);
  return isLetGo(snapshot) ? 'cancelled' : spelt(snapshot.status);
}

/** The word for a reservation whose captured parts are all that will come. */
export const paidInParts = ({ status }: Snapshot): string => (spelt(status) === 'shipped' ? 'shipped' : 'completed');

/** Money that was reserved, of which the whole has not been taken at once. */
function isPromise(snapshot: Snapshot, asked: Asked): boolean {
  if (!['completed', 'shipped'].includes(spelt(snapshot.status))) return false;
  if (MONEY.includes(spelt(snapshot.financialStatus))) return false;
  if (snapshot.capture !== null) return snapshot.capture === 'manual';
  return asked.manualCapture && (snapshot.method === null || CARDS.has(snapshot.method));
}

/** That money was taken needs to be said once: what says nothing of it later takes nothing back (protocol §4.1). */
export const withMoneyTaken = (snapshot: Snapshot): Snapshot => ({
  ...snapshot,
  ...(!isKnownWord({ status: snapshot.financialStatus ?? '' }) && { capture: 'automatic' }),
  isTaken: true,
});

/** The money of this snapshot has reached the merchant, whatever became of it later. */
export function showsMoney(snapshot: Snapshot, asked: Asked): boolean {
  const word = wordIn(snapshot, asked);
  if (word === 'cancelled') return voidAs(snapshot) !== null;
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

/** All of what was paid was given back: a loan is called void then (protocol §6.2). */
const isAllGivenBack = ({ amount, amountRefunded, isTaken }: Snapshot): boolean =>
  isTaken === true && amountRefunded >= amount;

/** What a void payment really is, where something explains it; null where nothing does. */
export const voidAs = (snapshot: Snapshot): string | null => {
  if (takenByBank(snapshot) > 0) return 'chargedback';
  if (isAllGivenBack(snapshot)) return 'refunded';
  return captured(snapshot) > 0 ? paidInParts(snapshot) : null;
};

/** A void that a chargeback explains is a chargeback, and one with captured parts a payment (design §7). */
export const standingOf = (snapshot: Snapshot, asked: Asked): string => {
  const explained = wordIn(snapshot, asked) === 'cancelled' ? voidAs(snapshot) : null;
  if (explained !== null) return explained;
  if (awaitsCapture(snapshot, asked)) return 'authorised';
  return isAllTaken(snapshot, asked) ? 'chargedback' : wordIn(snapshot, asked);
};

/** Whether the one may follow upon the other. */
export const mayFollow = (from: Snapshot, to: Snapshot, asked: Asked): boolean =>
  FOLLOWS[standingOf(from, asked)]?.split(' ').includes(standingOf(to, asked)) ?? false;
