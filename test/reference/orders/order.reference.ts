import { isOlder, judge, timeOf, type Judgement } from './order-rules.js';
import {
  awaitsCapture,
  factsOf,
  isAllTaken,
  isAside,
  isKnownWord,
  pays,
  showsReturn,
  standingOf,
  voidAs,
  withMoneyTaken,
  wordIn,
} from './order-words.js';
import type { Asked, Snapshot } from './snapshot.js';

/*
 * What the shop must know of an order after all that it has seen of it, written from the specification and the design alone.
 * Nothing is kept but the snapshots themselves: each conclusion is drawn anew from the whole history. It shares no code with
 * the product and no way of working: there are no ranks, no stored states, and no steps from one state to the next.
 */

/** What is known of an order. */
export interface Conclusion {
  /** The words of which each is right: where two payments stand alike, no rule says which of them the order goes by. */
  readonly statuses: readonly (string | null)[];
  /** How often it was paid; more than once is once too often. */
  readonly payments: number;
  /** How many sums came in that were not asked for. */
  readonly mismatches: number;
  /** What the service says it gave back of the only payment; null where there are several. */
  readonly amountRefunded: number | null;
}

/** The snapshots of one transaction of one payment page. */
interface Thread {
  readonly all: Snapshot[];
  readonly taken: Snapshot[];
  /** Messages that only the API can place. */
  open: Snapshot[];
  /** Messages of one second of which no one can say which came last. */
  either: readonly Snapshot[];
}

/** Payments in good standing, in part, and in none. */
const STANDINGS = [['completed', 'shipped'], ['partial_refunded'], ['refunded', 'chargedback']];

/** One who has seen all that the shop has seen, and judges by the rules alone. */
export class OrderReference {
  private readonly threads = new Map<string, Thread>();
  private unsure = false;

  constructor(private readonly asked: Asked) {}

  /** @returns what is to be done about it */
  see(reported: Snapshot): Judgement {
    const thread = this.threadOf(reported);
    const wasPaid = thread.all.some((each) => pays(each, this.asked));
    const snapshot = wasPaid ? withMoneyTaken(reported) : reported;
    thread.all.push(snapshot);
    if (isAside(snapshot, this.asked)) {
      if (snapshot.via === 'read') this.settle(snapshot.attempt);
      return 'leave';
    }
    const judgement = judge({
      snapshot,
      known: this.lastTaken(thread, wasPaid),
      open: thread.open,
      wasPaid,
      asked: this.asked,
    });
    const isOpen = thread.open.some((each) => factsOf(each) === factsOf(snapshot));
    if (judgement === 'ask' && snapshot.via === 'notification' && !isOpen) thread.open.push(snapshot);
    // The same facts again, dated later: what comes late is older than that.
    const known = thread.taken.at(-1);
    const isSame = judgement !== 'ask' && known !== undefined && factsOf(known) === factsOf(snapshot);
    const isLater = isSame && timeOf(known, this.asked) < timeOf(snapshot, this.asked);
    if (judgement === 'take' || isLater) {
      thread.taken.push(snapshot);
      thread.either = [];
    }
    if (judgement !== 'ask' && snapshot.via === 'read') {
      // An unknown word speaks of nothing: what messages said stands.
      if (isKnownWord(snapshot)) thread.open = [];
      this.settle(snapshot.attempt);
    }
    return isLater ? 'take' : judgement;
  }

  /**
   * Whether nothing that was seen of the transaction before this, the last one, is of the same second or later: then it
   * needs no second read (design §7).
   */
  isPlainlyNewer(snapshot: Snapshot): boolean {
    const before = this.threadOf(snapshot).all.slice(0, -1);
    return before.every((each) => isOlder(each, snapshot, this.asked));
  }

  /**
   * Whether messages of one second stood side by side, of which no one could say which came last, or a promise turned out
   * to have been paid before: what follows hangs on that.
   */
  get wasUnsure(): boolean {
    return this.unsure;
  }

  /** What all of it amounts to. */
  conclude(): Conclusion {
    const threads = [...this.threads.values()];
    const paying = withoutSessions(threads.filter(({ all }) => all.some((each) => pays(each, this.asked))));
    const aside = threads.flatMap(({ all }) => all.filter((each) => isAside(each, this.asked)));
    return {
      statuses: paying.length > 0 ? this.bestOf(paying) : this.newestOf(threads),
      payments: paying.length,
      mismatches: new Set(aside.map((each) => `${each.attempt} ${each.transaction} ${each.amount} ${each.currency}`))
        .size,
      amountRefunded:
        paying.length === 1 && paying[0]!.either.length < 2 ? (paying[0]!.taken.at(-1)?.amountRefunded ?? 0) : null,
    };
  }

  /** How many different snapshots show money that went back. */
  returnsShown(): number {
    const threads = [...this.threads.values()];
    const taken = threads.flatMap((thread) => thread.taken);
    const left = threads.flatMap(({ all }) => all.filter((each) => !taken.includes(each)));
    const different = new Set(left.filter(showsReturn).map((each) => `${each.attempt}|${factsOf(each)}`));
    return taken.filter(showsReturn).length + different.size;
  }

  /**
   * The last that was taken, as what was seen of its money tells it. What was taken for a promise turns out to have been
   * paid: how the next step is to be judged hangs on when that was believed.
   */
  private lastTaken({ taken }: Thread, wasPaid: boolean): Snapshot | undefined {
    const last = taken.at(-1);
    if (!last || !wasPaid) return last;
    const seen = withMoneyTaken(last);
    this.unsure ||= standingOf(last, this.asked) !== standingOf(seen, this.asked);
    return seen;
  }

  private threadOf({ attempt, transaction }: Snapshot): Thread {
    const name = `${attempt} ${transaction}`;
    const thread = this.threads.get(name) ?? { all: [], taken: [], open: [], either: [] };
    this.threads.set(name, thread);
    return thread;
  }

  /** The API has answered for a payment page. What messages said of its other transactions was authentic, and stands. */
  private settle(attempt: number): void {
    for (const thread of this.threads.values()) {
      if (thread.open.length === 0 || thread.open[0]!.attempt !== attempt) continue;
      const either = newestOf([...thread.taken.slice(-1), ...thread.either, ...thread.open], this.asked);
      thread.taken.push(either.at(-1)!);
      thread.either = either;
      this.unsure ||= either.length > 1;
      thread.open = [];
    }
  }

  /** An order is as well off as its best payment: one that stands, then one of which a part is left, then any. */
  private bestOf(paying: readonly Thread[]): (string | null)[] {
    const choices = paying.map((thread) => this.wordsFor(thread));
    const combinations = choices.reduce<string[][]>(
      (all, words) => all.flatMap((each) => words.map((word) => [...each, word])),
      [[]],
    );
    return combinations.flatMap((words) => {
      const best = STANDINGS.find((each) => words.some((word) => each.includes(word)));
      return best ? words.filter((word) => best.includes(word)) : words;
    });
  }

  /**
   * Nothing is paid: the last word on the payment page that is open now. Where that is the end of one try of several, money
   * that is on its way by another try stands; and a try that was left counts less than the one that was begun last.
   */
  private newestOf(threads: readonly Thread[]): (string | null)[] {
    const own = threads.filter(({ taken }) => taken[0]?.attempt === this.asked.attempt);
    const wordsOf = (some: readonly Thread[]) => some.flatMap((thread) => this.wordsFor(thread));
    const newest = this.latestOf(own);
    if (newest.length === 0) return [null];
    const named = newest.filter(({ all: [first] }) => first!.transaction !== null);
    const page = newest.filter((thread) => !named.includes(thread));
    // A page that closes in the second in which a payment begins says nothing of that payment; of one that was declined in that second, it does.
    const isDeclined = wordsOf(named).every((word) => word === 'declined');
    if (isDeclined && wordsOf(page).some((word) => CLOSED.has(word))) return wordsOf(page);
    if (named.length === 0) return wordsOf(newest);
    const words = wordsOf(named);
    if (!words.every((word) => CLOSED.has(word) || word === 'declined')) return words;
    const moving = own.filter((thread) => wordsOf([thread]).some((word) => ON_ITS_WAY.has(word)));
    if (moving.length > 0) return wordsOf(this.latestOf(moving)).filter((word) => ON_ITS_WAY.has(word));
    const others = own.filter((thread) => wordsOf([thread]).some((word) => word !== 'declined'));
    const isLeft = words.some((word) => CLOSED.has(word));
    return isLeft ? [...words.filter((word) => word === 'declined'), ...wordsOf(begunLast(others))] : words;
  }

  private latestOf(threads: readonly Thread[]): Thread[] {
    const latest = Math.max(...threads.map(({ taken }) => timeOf(taken.at(-1)!, this.asked)));
    return threads.filter(({ taken }) => timeOf(taken.at(-1)!, this.asked) === latest);
  }

  private wordsFor({ all, taken, either }: Thread): string[] {
    const last = either.length > 1 ? either : taken.slice(-1);
    return last.map((each) => this.wordFor(each, all));
  }

  private wordFor(reported: Snapshot, all: readonly Snapshot[]): string {
    const wasPaid = all.some((each) => pays(each, this.asked));
    const last = wasPaid ? withMoneyTaken(reported) : reported;
    if (awaitsCapture(last, this.asked)) return 'authorised';
    if (isAllTaken(last, this.asked)) return 'chargedback';
    const word = wordIn(last, this.asked);
    if (!['cancelled', 'expired', 'declined'].includes(word)) return word;
    const explained = word === 'cancelled' ? voidAs(last) : null;
    return explained ?? (wasPaid ? 'voided' : word);
  }
}

/** Words for a page on which nothing can be paid any more. */
const CLOSED: ReadonlySet<string | null> = new Set(['cancelled', 'expired']);

/** Words for money that may still come. */
const ON_ITS_WAY: ReadonlySet<string | null> = new Set(['uncleared', 'reserved', 'authorised']);

/** Ids at the service grow with time: a longer one is later, and of two as long the greater. */
const begunLast = (threads: readonly Thread[]): Thread[] => {
  const idOf = ({ all: [first] }: Thread): string => first!.transaction ?? '';
  const last = threads
    .map(idOf)
    .toSorted((a, b) => a.length - b.length || (a < b ? -1 : 1))
    .at(-1);
  return threads.filter((thread) => idOf(thread) === last);
};

/** A payment that came without an id is that of the same page which has one. */
const withoutSessions = (threads: readonly Thread[]): Thread[] =>
  threads.filter(({ all: [first] }) => {
    const isNamed = ({ all: [other] }: Thread): boolean =>
      other!.attempt === first!.attempt && other!.transaction !== null;
    return first!.transaction !== null || !threads.some(isNamed);
  });

/** The newest; several, where they are of one second. */
const newestOf = (snapshots: readonly Snapshot[], asked: Asked): Snapshot[] => {
  const latest = Math.max(...snapshots.map((each) => timeOf(each, asked)));
  return snapshots.filter((each) => timeOf(each, asked) === latest);
};
