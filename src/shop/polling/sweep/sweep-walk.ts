import { parseServiceTime, type ListedTransaction } from '../../../protocol/index.js';
import { differenceOf } from '../../orders/index.js';
import type { Subject } from '../poll-subject.js';
import type { DuePoll } from './sweep-polls.js';
import { afterPage, type SweepProgress } from './sweep-plan.js';

/** The state of a due poll: on no page yet · shown unchanged · shown with a difference. */
type Comparison = 'unseen' | 'same' | 'different';

/** The polls for which a page gave a new result, by the id of their rows. */
export interface PageComparisons {
  readonly same: ReadonlySet<string>;
  readonly different: ReadonlySet<string>;
  /** Polls that a newer page had shown unchanged. */
  readonly after: readonly string[];
}

/** The effect of a page. */
export interface PageEffect {
  /** Rows whose poll is done. */
  readonly over: ReadonlySet<string>;
  /** Rows that a newer page seemed to have spared. */
  readonly after: readonly string[];
}

interface Sought {
  readonly poll: DuePoll;
  comparison: Comparison;
}

/** The results of one sweep so far, in memory: one entry for each poll that was due when it began. */
export class SweepWalk {
  private readonly sought: Map<string, Sought>;
  private readonly times: readonly number[];
  private state: SweepProgress;

  /**
   * @param due - the newest first
   * @param outset - where the list begins, and the time that a page covers there
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

  /** The progress so far. */
  get progress(): SweepProgress {
    return this.state;
  }

  /** The sending times of attempts that no page has shown yet, the newest first. */
  get unseen(): number[] {
    return [...this.sought.values()]
      .filter(({ comparison }) => comparison === 'unseen')
      .map(({ poll }) => poll.openedAt);
  }

  /** How many polls showed a difference. */
  get different(): number {
    return [...this.sought.values()].filter(({ comparison }) => comparison === 'different').length;
  }

  /** The polls of the sweep whose orders are on a page. */
  soughtOn(items: readonly ListedTransaction[]): DuePoll[] {
    const ids = new Set(items.map(({ order_id }) => order_id ?? ''));
    return [...ids].flatMap((id) => this.sought.get(id)?.poll ?? []);
  }

  /** Compares a page with the known orders. The result counts only after {@link advance}. */
  compare(items: readonly ListedTransaction[], subjects: ReadonlyMap<string, Subject>): PageComparisons {
    const comparisons = new Map<Sought, Comparison>();
    for (const item of items) {
      const each = this.sought.get(item.order_id ?? '');
      const subject = each && subjects.get(each.poll.serviceOrderId);
      if (!subject || each.comparison === 'different' || comparisons.get(each) === 'different') continue;
      const place = {
        isNewest: each.comparison === 'unseen' && !comparisons.has(each),
        returned: item.amount ?? 0,
        recorded: 0,
        brought: item.amount ?? 0,
      };
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

  /** The progress after a page. */
  progressWith(items: readonly ListedTransaction[], { over, after }: PageEffect): SweepProgress {
    const times = [items.at(0), items.at(-1)].map((item) => parseServiceTime(item?.created, this.timeZone));
    const [newest = null, oldest = null] = times;
    const covered = oldest === null ? this.state.covered : this.times.filter((time) => time >= oldest).length;
    return afterPage(this.state, { newest, oldest, covered, saved: over.size - after.length });
  }

  /** Adds the result of a page, after it has been stored. */
  advance(items: readonly ListedTransaction[], comparisons: PageComparisons, over: ReadonlySet<string>): void {
    this.state = this.progressWith(items, { over, after: comparisons.after });
    for (const { id, serviceOrderId } of this.soughtOn(items)) {
      const each = this.sought.get(serviceOrderId);
      const isDifferent = comparisons.different.has(id) || comparisons.after.includes(id);
      if (each && isDifferent) each.comparison = 'different';
      // A poll whose last hint is used up needs a separate read, even if the page agrees.
      else if (each && comparisons.same.has(id)) each.comparison = over.has(id) ? 'same' : 'different';
    }
  }
}
