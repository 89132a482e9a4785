import { parseServiceTime, type ListedTransaction } from '../../../protocol/index.js';
import { differenceOf } from '../../orders/index.js';
import type { Subject } from '../poll-subject.js';
import type { DuePoll } from './sweep-polls.js';
import { afterPage, type SweepProgress } from './sweep-plan.js';

/** What is known of a due poll: on no page yet · seen as it is known · seen to differ. */
type Comparison = 'unseen' | 'same' | 'different';

/** The polls that a page has told something new of, by the id of their rows. */
export interface PageComparisons {
  readonly same: ReadonlySet<string>;
  readonly different: ReadonlySet<string>;
  /** Counted as seen before, on a newer page. */
  readonly after: readonly string[];
}

/** What a page spares. */
export interface PageEffect {
  /** Rows whose poll is over. */
  readonly over: ReadonlySet<string>;
  /** Rows that a newer page seemed to have spared. */
  readonly after: readonly string[];
}

interface Sought {
  readonly poll: DuePoll;
  comparison: Comparison;
}

/** What one sweep has seen so far, in memory: one entry for each poll that was due when it began. */
export class SweepWalk {
  private readonly sought: Map<string, Sought>;
  private readonly times: readonly number[];
  private state: SweepProgress;

  /**
   * @param due - the newest first
   * @param outset - where the list is begun, and what a page covers there
   * @param timeZone - IANA zone of the service's times
   */
  constructor(
    due: readonly DuePoll[],
    outset: Pick<SweepProgress, 'place' | 'pageMs'>,
    private readonly timeZone: string,
  ) {
    this.sought = new Map(due.map((poll) => [poll.serviceOrderId, { poll, comparison: 'unseen' }]));
    this.times = due.map(({ openedAt }) => openedAt);
    this.state = { total: due.length, pages: 0, covered: 0, saved: 0, ...outset };
  }

  /** How far it has come. */
  get progress(): SweepProgress {
    return this.state;
  }

  /** When the attempts were sent that no page has shown yet, the newest first. */
  get unseen(): number[] {
    return [...this.sought.values()]
      .filter(({ comparison }) => comparison === 'unseen')
      .map(({ poll }) => poll.openedAt);
  }

  /** How many were seen to differ. */
  get different(): number {
    return [...this.sought.values()].filter(({ comparison }) => comparison === 'different').length;
  }

  /** The polls that a page may be about. */
  soughtOn(items: readonly ListedTransaction[]): DuePoll[] {
    const ids = new Set(items.map(({ order_id }) => order_id ?? ''));
    return [...ids].flatMap((id) => this.sought.get(id)?.poll ?? []);
  }

  /** Compares a page with what is known. Nothing is taken for granted until {@link advance}. */
  compare(items: readonly ListedTransaction[], subjects: ReadonlyMap<string, Subject>): PageComparisons {
    const comparisons = new Map<Sought, Comparison>();
    for (const item of items) {
      const each = this.sought.get(item.order_id ?? '');
      const subject = each && subjects.get(each.poll.serviceOrderId);
      if (!subject || each.comparison === 'different' || comparisons.get(each) === 'different') continue;
      const place = { isNewest: each.comparison === 'unseen' && !comparisons.has(each), returned: item.amount ?? 0 };
      comparisons.set(each, differenceOf(item, subject, place) === null ? 'same' : 'different');
    }
    const idsOf = (comparison: Comparison, was: Comparison): string[] =>
      [...comparisons]
        .filter(([each, now]) => now === comparison && each.comparison === was)
        .map(([{ poll }]) => poll.id);
    return {
      same: new Set(idsOf('same', 'unseen')),
      different: new Set(idsOf('different', 'unseen')),
      after: idsOf('different', 'same'),
    };
  }

  /** How far it will have come with a page. */
  progressWith(items: readonly ListedTransaction[], { over, after }: PageEffect): SweepProgress {
    const times = [items.at(0), items.at(-1)].map((item) => parseServiceTime(item?.created, this.timeZone));
    const [newest = null, oldest = null] = times;
    const covered = oldest === null ? this.state.covered : this.times.filter((time) => time >= oldest).length;
    return afterPage(this.state, { newest, oldest, covered, saved: over.size - after.length });
  }

  /** Takes a page into account, once what it has shown is written down. */
  advance(items: readonly ListedTransaction[], comparisons: PageComparisons, over: ReadonlySet<string>): void {
    this.state = this.progressWith(items, { over, after: comparisons.after });
    for (const { id, serviceOrderId } of this.soughtOn(items)) {
      const each = this.sought.get(serviceOrderId);
      const isDifferent = comparisons.different.has(id) || comparisons.after.includes(id);
      if (each && isDifferent) each.comparison = 'different';
      // One that had its last hint needs attention of its own, however well it agreed.
      else if (each && comparisons.same.has(id)) each.comparison = over.has(id) ? 'same' : 'different';
    }
  }
}
