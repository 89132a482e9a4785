import type { Difference, Played } from './difference.js';

/** A part of the module that is written once more: how its histories are made, and how they are played to both. */
export interface Chapter {
  readonly name: string;
  /** What is compared. */
  readonly says: string;
  /** Plays the history of a seed. @param defect - one of {@link defects}, put into the module's side */
  play(seed: number, defect?: string): Promise<Played>;
  /** The history of a seed, without all that the difference does not need. */
  shrink(seed: number, defect?: string): Promise<Played>;
  /** Defects that must be found. */
  readonly defects: readonly string[];
}

/** What makes a chapter. */
export interface ChapterParts<History, Defect> {
  readonly name: string;
  readonly says: string;
  make(seed: number): History;
  play(history: History, defect: Defect | undefined): Played | Promise<Played>;
  /** The history with one thing left out, each in turn. */
  without(history: History): Iterable<History>;
  readonly defects: Readonly<Record<string, Defect>>;
}

/** Leaves out of a history what it does not need to differ in the same way, one thing after the other. */
async function shrunk<History, Defect>(
  { make, play, without }: ChapterParts<History, Defect>,
  seed: number,
  defect: Defect | undefined,
): Promise<Played> {
  let history = make(seed);
  let best = await play(history, defect);
  const kind = best.differences[0]?.kind;
  const isSame = ({ differences }: Played): boolean => differences[0]?.kind === kind;
  for (let isSmaller = kind !== undefined; isSmaller;) {
    isSmaller = false;
    for (const smaller of without(history)) {
      const played = await play(smaller, defect);
      if (!isSame(played)) continue;
      [history, best, isSmaller] = [smaller, played, true];
      break;
    }
  }
  return best;
}

/** Makes a chapter of its parts. */
export function chapterOf<History, Defect>(parts: ChapterParts<History, Defect>): Chapter {
  const { name, says, defects } = parts;
  const named = (defect?: string): Defect | undefined => (defect === undefined ? undefined : defects[defect]);
  return {
    name,
    says,
    defects: Object.keys(defects),
    play: async (seed, defect) => parts.play(parts.make(seed), named(defect)),
    shrink: (seed, defect) => shrunk(parts, seed, named(defect)),
  };
}

/** A list without one of its items, for each. */
export function* leavingOut<Item>(items: readonly Item[]): Iterable<Item[]> {
  for (let index = items.length - 1; index >= 0; index -= 1) yield items.toSpliced(index, 1);
}

/** What happened, in sentences, and where the two differ. */
export function storyOf({ name }: Pick<Chapter, 'name'>, seed: number, { differences, sentences }: Played): string {
  const ends = differences.map(({ kind, detail }: Difference) => `They differ: ${kind}. ${detail}.`);
  const head = `Seed ${seed} of ${name}${differences.length > 0 ? '' : ': both say the same'}.`;
  return [head, ...sentences, ...ends].join('\n');
}

/** Of a range of seeds: how many were played, and those at which the two differ. */
export interface Comparison {
  readonly chapter: string;
  readonly histories: number;
  /** At most so many as are worth reading, with what they differ in. */
  readonly differing: readonly { readonly seed: number; readonly kind: string }[];
}

const MOST_SEEDS = 20;

/** Plays a range of seeds to both. @param tell - is called now and then with the number of histories so far */
export async function compare(
  chapter: Chapter,
  { from, count }: { readonly from: number; readonly count: number },
  tell: (done: number) => void = () => undefined,
): Promise<Comparison> {
  const differing: { seed: number; kind: string }[] = [];
  for (let seed = from; seed < from + count && differing.length < MOST_SEEDS; seed += 1) {
    const [difference] = (await chapter.play(seed)).differences;
    if (difference) differing.push({ seed, kind: difference.kind });
    if (seed % 1_000 === 0) tell(seed - from);
  }
  return { chapter: chapter.name, histories: count, differing };
}
