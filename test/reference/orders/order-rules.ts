import type { Asked, Snapshot } from './snapshot.js';
import {
  ENDED,
  OPEN,
  awaitsCapture,
  factsOf,
  isKnownWord,
  mayFollow,
  showsMoney,
  speaksOfMoney,
  standingOf,
  wordIn,
} from './order-words.js';

/* How a snapshot is to be taken, by what was seen before: one rule after the other, as they stand in the documents. */

/** What is to be done with a snapshot. */
export type Judgement = 'take' | 'leave' | 'ask';

/** A snapshot, and what there is of the same transaction. */
export interface Case {
  readonly snapshot: Snapshot;
  /** The last one that was taken. */
  readonly known: Snapshot | undefined;
  /** Messages since then that only the API can place. */
  readonly open: readonly Snapshot[];
  /** Paid is a latch (design §7). */
  readonly wasPaid: boolean;
  readonly asked: Asked;
}

interface JudgeRule {
  readonly says: string;
  readonly applies: (of: Case) => boolean;
  readonly judged: Judgement;
}

/** What an answer says without a time was so when it was asked for, or the lag of a copy before. */
export const timeOf = ({ modified, askedAt }: Snapshot, { readLagMs }: Asked): number =>
  modified ?? askedAt - readLagMs;
/** Whether what it says was so before the other. */
export const isOlder = (a: Snapshot, b: Snapshot, asked: Asked): boolean =>
  a.modified !== null && a.modified < timeOf(b, asked);
const isSameSecond = (a: Snapshot, b: Snapshot): boolean => a.modified === null || a.modified === b.modified;
/** Asked for so early that a lagging copy may have answered. */
const isEarly = (snapshot: Snapshot, since: Snapshot, { readLagMs }: Asked): boolean =>
  snapshot.askedAt < since.seenAt + readLagMs;

/** The first rule that applies decides; each says where it stands. */
const RULES: readonly JudgeRule[] = [
  {
    says: 'an unknown status is stored, and changes nothing (design §7)',
    applies: ({ snapshot }) => !isKnownWord(snapshot),
    judged: 'leave',
  },
  {
    says: 'an answer that is older than an authentic message cannot place it (design §7)',
    applies: ({ snapshot, open, asked }) =>
      snapshot.via === 'read' &&
      !open.some((each) => factsOf(each) === factsOf(snapshot)) &&
      open.some(
        (each) => isOlder(snapshot, each, asked) || (isSameSecond(snapshot, each) && isEarly(snapshot, each, asked)),
      ),
    judged: 'ask',
  },
  {
    says: 'the same facts again are no news (spec §4.4, design §7)',
    applies: ({ snapshot, known }) => known !== undefined && factsOf(snapshot) === factsOf(known),
    judged: 'leave',
  },
  {
    says: 'nor can one that is older than what is known (design §7)',
    applies: ({ snapshot, known, open, asked }) =>
      snapshot.via === 'read' && open.length > 0 && known !== undefined && isOlder(snapshot, known, asked),
    judged: 'ask',
  },
  {
    says: 'what is older than what is known changes nothing (protocol §4.4)',
    applies: ({ snapshot, known, asked }) => known !== undefined && isOlder(snapshot, known, asked),
    judged: 'leave',
  },
  {
    says: 'a refund may be called off in the second in which it was accepted: no message within it places the two (design §7)',
    applies: ({ snapshot, known }) =>
      known !== undefined &&
      snapshot.via === 'notification' &&
      isSameSecond(snapshot, known) &&
      (snapshot.amountRefunded < known.amountRefunded || isUnexplained(snapshot, known)),
    judged: 'ask',
  },
  {
    says: 'a dispute may be won in the second in which it began: no message within it places the two (design §7)',
    applies: ({ snapshot, known, asked }) =>
      known !== undefined &&
      snapshot.via === 'notification' &&
      isSameSecond(snapshot, known) &&
      isDisputed(snapshot, known, asked) &&
      mayFollow(known, snapshot, asked),
    judged: 'ask',
  },
  {
    says: 'of two in one second the graph says which came first, where it allows one way only (protocol §4.2)',
    applies: ({ snapshot, known, asked }) =>
      known !== undefined &&
      snapshot.via === 'notification' &&
      isSameSecond(snapshot, known) &&
      mayFollow(snapshot, known, asked) &&
      !mayFollow(known, snapshot, asked),
    judged: 'leave',
  },
  {
    says: 'and where it allows both ways, or none, a message is not placed by itself (protocol §4.2)',
    applies: ({ snapshot, known, asked }) =>
      known !== undefined &&
      snapshot.via === 'notification' &&
      isSameSecond(snapshot, known) &&
      (standingOf(snapshot, asked) !== standingOf(known, asked) || snapshot.amountRefunded <= known.amountRefunded) &&
      (mayFollow(snapshot, known, asked) || !mayFollow(known, snapshot, asked)),
    judged: 'ask',
  },
  {
    says: 'a notification takes nothing back: the API is asked (protocol §4.4)',
    applies: (of) => of.known !== undefined && of.snapshot.via === 'notification' && needsTheApi(of, of.known),
    judged: 'ask',
  },
  {
    says: 'an answer of the same second takes back only if no copy that lags can have given it (design §7)',
    applies: ({ snapshot, known, asked }) =>
      known !== undefined &&
      snapshot.via === 'read' &&
      takesBack(snapshot, known, asked) &&
      isSameSecond(snapshot, known) &&
      isEarly(snapshot, known, asked),
    judged: 'ask',
  },
];

/** Money that was there is not there any more; nor, where it was reserved, is it reserved. */
const unpays = (snapshot: Snapshot, known: Snapshot, asked: Asked): boolean =>
  (showsMoney(known, asked) && !showsMoney(snapshot, asked)) ||
  (awaitsCapture(known, asked) && ENDED.includes(standingOf(snapshot, asked)));

/** All of it went back. */
const isGone = (snapshot: Snapshot, asked: Asked): boolean =>
  ['refunded', 'chargedback'].includes(standingOf(snapshot, asked));

/** It speaks of a dispute where the money is there; it may be of before that was won. */
const isDisputed = (snapshot: Snapshot, known: Snapshot, asked: Asked): boolean =>
  standingOf(snapshot, asked) === 'chargedback' &&
  standingOf(known, asked) !== 'chargedback' &&
  showsMoney(known, asked);

/** Does an answer lack something that was known: money, an end, a return of money, a row? */
function takesBack(snapshot: Snapshot, known: Snapshot, asked: Asked): boolean {
  const isReopened = !OPEN.includes(wordIn(known, asked)) && OPEN.includes(wordIn(snapshot, asked));
  const isLess = snapshot.amountRefunded < known.amountRefunded || snapshot.related.length < known.related.length;
  // Shipped may follow upon completed, and completed upon shipped.
  const isEither = [standingOf(snapshot, asked), standingOf(known, asked)].sort().join() === 'completed,shipped';
  const isReturned = isGone(known, asked) && !isGone(snapshot, asked);
  const isUnlike = isLess || isUnexplained(snapshot, known) || isDisputed(snapshot, known, asked);
  return isReopened || isUnlike || isEither || isReturned || unpays(snapshot, known, asked);
}

/** More was given back than is known of: it may have been called off since, and its row be gone. */
const isUnexplained = (snapshot: Snapshot, { amountRefunded }: Snapshot): boolean =>
  snapshot.amountRefunded > amountRefunded;

/** A payment undone, a refund made smaller, an end revived, or a step that does not exist: only the API may say so (protocol §4.4). */
function needsTheApi({ snapshot, asked, wasPaid }: Case, known: Snapshot): boolean {
  const isStep = standingOf(snapshot, asked) !== standingOf(known, asked);
  const isUnusual = isStep && !mayFollow(known, snapshot, asked);
  const isRevived = ['cancelled', 'expired'].includes(standingOf(known, asked)) && speaksOfMoney(snapshot, asked);
  return (
    isUnusual ||
    isRevived ||
    snapshot.amountRefunded < known.amountRefunded ||
    (wasPaid && !showsMoney(snapshot, asked))
  );
}

/** The first rule that applies; what none speaks against is taken. */
export function judge(of: Case): Judgement {
  return RULES.find(({ applies }) => applies(of))?.judged ?? 'take';
}
