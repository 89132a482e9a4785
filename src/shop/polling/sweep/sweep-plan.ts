/** The largest page that the service gives (protocol §2.8). */
export const SWEEP_PAGE = 1_000;
/** With so many due orders, a first page costs at most a tenth of reading each. It is read to learn how dense the list is. */
const PROBE_FROM = 10;
/** By which factor the density may differ from that of an earlier sweep. */
const OPTIMISM = 2;
/** What pages may cost more than they have saved, as a share of the orders that were due at the beginning. */
const TOLERATED = 0.1;
/** A gap of so many pages without a due order may be chance. */
const USUAL_GAP = 4;
/** What each page of a longer gap must promise at least: it is unknown what lies beyond. */
const VENTURE = 0.5;
/** Weight of the newest page in the estimate of the density: the list is read backwards, so that page is the nearest. */
const NEWEST_WEIGHT = 0.3;
/** Due orders that count as found from the start, so that the first few do not decide alone. */
const GOOD_FAITH = 2;

/** What a sweep has learnt so far. Times in epoch milliseconds (UTC). */
export interface SweepProgress {
  /** Orders that were due when it began. */
  readonly total: number;
  /** Pages read. */
  readonly pages: number;
  /** Everything newer has been read. At the head of the list: the time at which the sweep began. */
  readonly place: number;
  /** Time that a page covers near this place, in milliseconds; null when unknown. */
  readonly pageMs: number | null;
  /** Due orders that are newer than the place. */
  readonly covered: number;
  /** Due orders that need no separate read, because a page has shown them unchanged. */
  readonly saved: number;
}

/** The content of one page. */
export interface SweptPage {
  /** When its newest and its oldest item were created; null when the page shows no readable time. */
  readonly newest: number | null;
  readonly oldest: number | null;
  /** Due orders on it that need no separate read, minus those of newer pages that need one after all. */
  readonly saved: number;
  /** The number of all due orders that are newer than its oldest item. */
  readonly covered: number;
}

/** Where a sweep is to begin. */
export type SweepStart = 'head' | 'checkpoint';

/** What is known before a sweep begins. */
export interface SweepOutset {
  readonly now: number;
  /** The estimate of an earlier sweep at the head of the list; null when there was none. */
  readonly pageMs: number | null;
  /** The place of a sweep that was cut short; null when there is none. */
  readonly checkpoint: { readonly place: number; readonly pageMs: number | null } | null;
}

/**
 * The greatest saving of the next pages in calls: each page costs one call, and each due order on it saves one. Pages without
 * due orders are crossed if enough due orders lie beyond; a single old order never pays for the pages before it.
 *
 * @param due - creation times of the orders not found yet, the newest first
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

/** The share of the due orders within the pages that are shown there, unchanged. */
const rateOf = ({ covered, saved }: SweepProgress): number =>
  Math.min(1, (saved + GOOD_FAITH) / (covered + GOOD_FAITH));

/**
 * Whether a sweep saves calls, and where it should begin (reliability: calls(p) = p + due orders older than page p). Pure.
 *
 * @param due - creation times of the due orders, epoch milliseconds, the newest first
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
 * Whether the next page is worth its call (reliability: stop where the next page would hold less than one due order). Where
 * the density does not fall with age, it looks further ahead than one page. Where the list is thinner than expected, it stops
 * before more than a part of the possible gain is lost. Pure.
 *
 * @param due - creation times of the orders not found yet, epoch milliseconds, the newest first
 */
export function isNextPageWorthwhile(due: readonly number[], progress: SweepProgress): boolean {
  const { pages, saved, total, place, pageMs } = progress;
  if (pages === 0) return due.length > 0;
  if (pageMs === null) return false;
  const gain = bestGain(due, place, { pageMs, rate: rateOf(progress) });
  return gain > 0 && pages - saved <= total * TOLERATED + gain;
}

/** The progress after one more page. Pure. */
export function afterPage(progress: SweepProgress, page: SweptPage): SweepProgress {
  const { pages, saved, pageMs } = progress;
  const counted = { ...progress, pages: pages + 1, saved: saved + page.saved, covered: page.covered };
  if (page.newest === null || page.oldest === null) return counted;
  const place = Math.min(progress.place, page.oldest);
  // The time between the newest item and now shows how quiet the shop is, not how much fits on a page.
  const span = Math.max(1, (pages === 0 ? Math.min(progress.place, page.newest) : progress.place) - place);
  const isFirst = pageMs === null || pages === 0;
  return { ...counted, place, pageMs: isFirst ? span : pageMs + (span - pageMs) * NEWEST_WEIGHT };
}
