/** The largest page that the service gives (protocol §2.8). */
export const SWEEP_PAGE = 1_000;
/** With so many due orders a first page costs at most a tenth of reading each: it is read to learn how dense the list is. */
const PROBE_FROM = 10;
/** How far off an earlier sweep's density may be by now. */
const OPTIMISM = 2;
/** What pages may cost beyond what they have saved, as a part of the orders that were due at the beginning. */
const TOLERATED = 0.1;
/** So many pages without a due order are chance. */
const USUAL_GAP = 4;
/** A longer way must promise so much for each of its pages: nobody has seen what lies beyond. */
const VENTURE = 0.5;
/** Weight of the newest page in what is known of the density: the list is read backwards, so it is the nearest. */
const NEWEST_WEIGHT = 0.3;
/** Due orders that count as found before any was looked for, so that the first few do not decide alone. */
const GOOD_FAITH = 2;

/** What a sweep has learnt so far. Times in epoch milliseconds (UTC). */
export interface SweepProgress {
  /** Orders that were due when it began. */
  readonly total: number;
  /** Pages read. */
  readonly pages: number;
  /** Everything newer has been read; when the sweep begins at the head of the list, the time at which it began. */
  readonly place: number;
  /** Time that a page covers hereabouts, in milliseconds; null when nothing is known. */
  readonly pageMs: number | null;
  /** Due orders that are newer than the place. */
  readonly covered: number;
  /** Due orders that need no read of their own any more, because a page has shown them as they are known. */
  readonly saved: number;
}

/** What one page has shown. */
export interface SweptPage {
  /** When its newest and its oldest item were created; null when it does not say so in a way that can be read. */
  readonly newest: number | null;
  readonly oldest: number | null;
  /** Due orders on it that need no read of their own any more, less those of newer pages that need one after all. */
  readonly saved: number;
  /** Due orders, of all that there were, that are newer than its oldest item. */
  readonly covered: number;
}

/** Where a sweep is to begin. */
export type SweepStart = 'head' | 'checkpoint';

/** What is known before a sweep begins. */
export interface SweepOutset {
  readonly now: number;
  /** What an earlier sweep learnt of the head of the list; null when there was none. */
  readonly pageMs: number | null;
  /** How far a sweep had come that did not end; null when there is none. */
  readonly checkpoint: { readonly place: number; readonly pageMs: number | null } | null;
}

/**
 * What the next pages save in calls, at best: each page costs one call, and each due order on it saves one. Pages
 * without due orders are crossed where enough of them lie beyond; a lone old order never pays for the way to it.
 *
 * @param due - when the orders still to be found were created, the newest first
 */
function bestGain(due: readonly number[], place: number, { pageMs, rate }: { pageMs: number; rate: number }): number {
  let [best, found, gap] = [0, 0, 0];
  for (const createdAt of due) {
    if (createdAt >= place) continue;
    found += 1;
    const pages = Math.max(1, Math.ceil((place - createdAt) / pageMs));
    if (found === 1) gap = pages;
    const gain = found * rate - pages;
    if (gap <= USUAL_GAP || gain > pages * VENTURE) best = Math.max(best, gain);
  }
  return best;
}

/** How many of the due orders that lie within the pages are shown there, and as they are known. */
const rateOf = ({ covered, saved }: SweepProgress): number =>
  Math.min(1, (saved + GOOD_FAITH) / (covered + GOOD_FAITH));

/**
 * Whether a sweep pays at all, and from where (reliability: calls(p) = p + due orders older than page p). Pure.
 *
 * @param due - when the due orders were created, epoch milliseconds, the newest first
 * @returns null when single reads cost less: the break-even density is one due order on a page
 * @example
 * startOfSweep([9_000, 8_000], { now: 10_000, pageMs: 5_000, checkpoint: null }); // 'head': one page instead of two reads
 */
export function startOfSweep(due: readonly number[], { now, pageMs, checkpoint }: SweepOutset): SweepStart | null {
  const hoped = pageMs === null ? null : pageMs * OPTIMISM;
  const isProbed = hoped === null && due.length >= PROBE_FROM;
  const fromHead = hoped === null ? 0 : bestGain(due, now, { pageMs: hoped, rate: 1 });
  const onwards = checkpoint?.pageMs ? bestGain(due, checkpoint.place, { pageMs: checkpoint.pageMs, rate: 1 }) : 0;
  if (onwards > 0 && onwards >= fromHead) return 'checkpoint';
  return fromHead > 0 || isProbed ? 'head' : null;
}

/**
 * Whether the next page is worth its call (reliability: stop where the next page would hold less than one due order).
 * Where the density does not fall with age it looks further ahead than a page, and where the list turns out to be
 * thinner than it seemed it gives up before more than a part of what there was to gain is lost. Pure.
 *
 * @param due - when the orders still to be found were created, epoch milliseconds, the newest first
 */
export function isNextPageWorthwhile(due: readonly number[], progress: SweepProgress): boolean {
  const { pages, saved, total, place, pageMs } = progress;
  if (pages === 0) return due.length > 0;
  if (pageMs === null) return false;
  const gain = bestGain(due, place, { pageMs, rate: rateOf(progress) });
  return gain > 0 && pages - saved <= total * TOLERATED + gain;
}

/** What is known after one more page. Pure. */
export function afterPage(progress: SweepProgress, page: SweptPage): SweepProgress {
  const { pages, saved, pageMs } = progress;
  const counted = { ...progress, pages: pages + 1, saved: saved + page.saved, covered: page.covered };
  if (page.newest === null || page.oldest === null) return counted;
  const place = Math.min(progress.place, page.oldest);
  // The time between the newest item and now says how quiet it is, not how much fits on a page.
  const span = Math.max(1, (pages === 0 ? Math.min(progress.place, page.newest) : progress.place) - place);
  const isFirst = pageMs === null || pages === 0;
  return { ...counted, place, pageMs: isFirst ? span : pageMs + (span - pageMs) * NEWEST_WEIGHT };
}
