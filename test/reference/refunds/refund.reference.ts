/*
 * What is known of one refund after all that happened to it (design §8), asked of the whole history anew each time: no state
 * is kept, and no step leads from one state to the next. Each question is answered by looking at what happened.
 */

/** A row with our tag among the related transactions of the order (protocol §5.8). */
export interface SeenRow {
  readonly id: string;
  readonly status: string;
  /** Minor units. */
  readonly amount: number;
}

/** How a request was answered. `barred`: refused for what is wrong with the account. `failing`: by a service out of order. */
export type Answer = 'accepted' | 'refused' | 'barred' | 'not-sent' | 'unclear' | 'failing' | 'lost';

/** What can happen to a refund, in the order in which the shop records it. Times are epoch milliseconds. */
export type Happening =
  /** Stored as going out. Whether it left, only an answer or a read can tell. */
  | { readonly is: 'sent'; readonly at: number }
  | { readonly is: 'answered'; readonly at: number; readonly says: Answer; readonly id: string | null }
  /** `askedAt` is null for a notification: it proves what it shows, and nothing by what it does not show. */
  | { readonly is: 'shown'; readonly at: number; readonly askedAt: number | null; readonly rows: readonly SeenRow[] }
  | { readonly is: 'decided'; readonly at: number; readonly says: 'paid' | 'not-paid' }
  | { readonly is: 'cancelled'; readonly at: number };

/** The numbers of the quiet protocol. */
export interface Quiet {
  /** How long after a sending its absence proves nothing. */
  readonly quietMs: number;
  readonly cleanReads: number;
  readonly cleanReadGapMs: number;
  readonly maxAttempts: number;
  /** How long a refund may be in doubt before a person decides. */
  readonly unresolvedMs: number;
}

/** The states of design §8. */
export type RefundWord =
  | 'queued'
  | 'sending'
  | 'accepted'
  | 'settled'
  | 'rejected'
  | 'unknown'
  | 'manual'
  | 'cancelled';

/** What the status of the row says: it decides, whatever the financial status is (protocol §6.3). */
const ROWS: Readonly<Record<string, RefundWord>> = {
  initialized: 'accepted',
  reserved: 'accepted',
  uncleared: 'accepted',
  completed: 'settled',
  declined: 'rejected',
  void: 'cancelled',
  cancelled: 'cancelled',
};
const ENDED: ReadonlySet<RefundWord> = new Set(['rejected', 'cancelled']);

const isLive = (word: RefundWord): boolean => !ENDED.has(word);

/** One refund: what was asked for, and what happened to it. */
export class RefundReference {
  private readonly past: Happening[] = [];

  constructor(
    private readonly amount: number,
    private readonly quiet: Quiet,
  ) {}

  happened(what: Happening): void {
    this.past.push(what);
  }

  /** Whether it may be sent now: it waits to be, and nothing that may have left is in its quiet time. */
  maySend(now: number): boolean {
    const last = this.past.findLast((each) => each.is === 'sent' && this.mayHaveLeft(each));
    return this.states().includes('queued') && (last === undefined || now >= last.at + this.quiet.quietMs);
  }

  /** What is true of it now; several where nothing says which of two ends without money it is. */
  states(): readonly RefundWord[] {
    return this.shownByRows() ?? [this.without()];
  }

  /** What the service has shown counts before everything else. */
  private shownByRows(): readonly RefundWord[] | null {
    // A person has looked at all that was shown before, and has said what is true.
    const decided = this.past.findLastIndex(({ is }) => is === 'decided');
    const past = this.past.slice(decided + 1);
    const words = [...this.rowsSeen(past).values()];
    const live = words.filter(isLive);
    if (this.wasThereTwice(past) || this.isOtherAmount(past)) return this.disputed();
    if (live.length === 1) return live;
    if (words.length === 0) return null;
    // All that was shown came to nothing, and so did what was answered for it.
    return this.isOpenSince() ? null : [...ENDED];
  }

  /** The last word on each row; the beginning of one whose end was seen comes from a copy that lags. */
  private rowsSeen(past: readonly Happening[]): Map<string, RefundWord> {
    const seen = new Map<string, RefundWord>();
    for (const each of past) {
      if (each.is === 'answered' && each.says === 'accepted' && each.id !== null && !seen.has(each.id))
        seen.set(each.id, 'accepted');
      if (each.is === 'cancelled') for (const [id, word] of seen) if (word === 'accepted') seen.set(id, 'cancelled');
      if (each.is !== 'shown') continue;
      for (const { id, status } of each.rows) {
        const word = ROWS[status] ?? 'accepted';
        if (word !== 'accepted' || !seen.has(id)) seen.set(id, word);
      }
    }
    return seen;
  }

  /** Two that stood beside each other. What became of one of them since does not make it right. */
  private wasThereTwice(past: readonly Happening[]): boolean {
    return past.some((_, index) => [...this.rowsSeen(past.slice(0, index + 1)).values()].filter(isLive).length > 1);
  }

  private isOtherAmount(past: readonly Happening[]): boolean {
    const rows = past.flatMap((each) => (each.is === 'shown' ? each.rows : []));
    return rows.some(({ amount, status }) => amount !== this.amount && !ENDED.has(ROWS[status] ?? 'accepted'));
  }

  /** More of ours than there should be: a person looks at it, whatever it counts as meanwhile. */
  private disputed(): readonly RefundWord[] {
    return ['manual', 'accepted', 'settled', 'cancelled'];
  }

  /** A sending after the last row was shown, of which nothing is known. */
  private isOpenSince(): boolean {
    const shown = this.past.findLastIndex((each) => each.is === 'shown' && each.rows.length > 0);
    return this.past.findLastIndex(({ is }) => is === 'sent') > shown;
  }

  /** What is true where the service has shown nothing. */
  private without(): RefundWord {
    const index = this.past.findLastIndex((each) => each.is === 'sent' && this.mayHaveLeft(each));
    const since = this.past.slice(index + 1);
    const verdict = since.findLast(({ is }) => is === 'decided');
    if (since.some(({ is }) => is === 'cancelled')) return 'cancelled';
    if (since.some((each) => each.is === 'answered' && each.says === 'accepted')) return 'accepted';
    if (verdict?.is === 'decided') return verdict.says === 'paid' ? 'accepted' : 'queued';
    if (index < 0) return 'queued';
    const answer = since.find(({ is }) => is === 'answered');
    if (answer?.is !== 'answered') return 'sending';
    if (answer.says === 'refused') return 'rejected';
    return this.inDoubt(this.past[index]!.at, answer.at, since);
  }

  /** It left, and its answer said nothing: each read since then is looked at in turn. */
  private inDoubt(sentAt: number, since: number, happened: readonly Happening[]): RefundWord {
    const { quietMs, cleanReads, cleanReadGapMs, unresolvedMs } = this.quiet;
    const clean: number[] = [];
    for (const each of happened) {
      if (each.is !== 'shown' || each.askedAt === null) continue;
      const isLater = clean.length === 0 || each.askedAt >= clean.at(-1)! + cleanReadGapMs;
      if (each.askedAt >= sentAt + quietMs && isLater) clean.push(each.askedAt);
      if (clean.length >= cleanReads) return this.counted() < this.quiet.maxAttempts ? 'queued' : 'manual';
      if (each.at >= since + unresolvedMs) return 'manual';
    }
    return 'unknown';
  }

  /** Sendings that count: those that may have left, but for those that met a service out of order and came to nothing. */
  private counted(): number {
    const all = this.past.filter((each) => each.is === 'sent' && this.mayHaveLeft(each));
    return all.filter((each) => this.answerOf(each) !== 'failing').length;
  }

  private mayHaveLeft(sent: Happening): boolean {
    return !['not-sent', 'barred'].includes(this.answerOf(sent) ?? '');
  }

  /** The first answer to a sending. */
  private answerOf(sent: Happening): Answer | null {
    const answer = this.past.slice(this.past.indexOf(sent) + 1).find(({ is }) => is === 'answered' || is === 'sent');
    return answer?.is === 'answered' ? answer.says : null;
  }
}
