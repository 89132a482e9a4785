import { queryText, type PageRequest } from '../../pages/page-request.js';
import type { TimelineEntry } from '../../shop/admin/index.js';

type Kind = TimelineEntry['kind'];

/** The kinds of technical details that can be shown separately. */
export const STORY_KINDS = {
  notifications: ['notification'],
  observations: ['observation'],
  changes: ['created', 'transition'],
  effects: ['effect', 'outbox'],
  refunds: ['refund'],
  people: ['decision'],
} as const satisfies Record<string, readonly Kind[]>;

/** One of {@link STORY_KINDS}. */
export type StoryKind = keyof typeof STORY_KINDS;

/** The requested part of the technical details. */
export interface StoryPart {
  /** Whether details are requested; the short story is always shown. */
  readonly isOpen: boolean;
  /** Null: all kinds. */
  readonly kind: StoryKind | null;
  /** Number of the part; 0 is the newest. */
  readonly index: number;
}

/** Entries per part. */
const PART_SIZE = 100;
const MOST_PARTS = 10_000;

/** Reads `kind` (one of them, or `all`) and `part`; an invalid value counts as absent. */
export function readStoryPart(request: PageRequest): StoryPart {
  const kind = queryText(request, 'kind');
  const part = queryText(request, 'part');
  return {
    isOpen: kind !== '' || part !== '',
    kind: isStoryKind(kind) ? kind : null,
    index: /^\d{1,4}$/.test(part) ? Math.min(Number(part), MOST_PARTS) : 0,
  };
}

/** Whether an entry is of a kind. */
export const isOfKind = ({ kind }: TimelineEntry, wanted: StoryKind | null): boolean =>
  wanted === null || (STORY_KINDS[wanted] as readonly Kind[]).includes(kind);

/** The entries of a part, newest first, and whether there are older ones. */
export function entriesOf(
  timeline: readonly TimelineEntry[],
  { kind, index }: StoryPart,
): { entries: readonly TimelineEntry[]; hasOlder: boolean } {
  const wanted = timeline.filter((entry) => isOfKind(entry, kind)).reverse();
  const start = index * PART_SIZE;
  return { entries: wanted.slice(start, start + PART_SIZE), hasOlder: wanted.length > start + PART_SIZE };
}

const isStoryKind = (text: string): text is StoryKind => Object.hasOwn(STORY_KINDS, text);
