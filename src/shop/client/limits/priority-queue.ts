import { CALL_PRIORITIES, type CallPriority } from './call-priority.js';

/** Somebody in the line. */
export interface Waiting<T> {
  readonly priority: CallPriority;
  readonly item: T;
}

/** A bounded line: the most urgent first, and within one priority who came first. Decides; waits for nothing. */
export class PriorityQueue<T> {
  private readonly lanes = CALL_PRIORITIES.map((): Waiting<T>[] => []);

  /** @param limit - places there are, 0 to …; one more may stand at the counter */
  constructor(private readonly limit: number) {}

  get length(): number {
    return this.lanes.reduce((sum, lane) => sum + lane.length, 0);
  }

  /** Who is served next. */
  get first(): Waiting<T> | undefined {
    return this.lanes.find((lane) => lane.length > 0)?.[0];
  }

  /** Whose turn would come last of all priorities, and first within its own. */
  get leastUrgent(): Waiting<T> | undefined {
    return this.lanes.findLast((lane) => lane.length > 0)?.[0];
  }

  /** Puts somebody into the line. */
  add(entry: Waiting<T>): void {
    this.lanes[CALL_PRIORITIES.indexOf(entry.priority)]!.push(entry);
  }

  /** Who is served next of some priorities. */
  firstOf(isMeant: (priority: CallPriority) => boolean): Waiting<T> | undefined {
    return this.lanes.find((lane) => lane[0] && isMeant(lane[0].priority))?.[0];
  }

  /** How many of some priorities wait. */
  countOf(isMeant: (priority: CallPriority) => boolean): number {
    return CALL_PRIORITIES.reduce((sum, each, lane) => sum + (isMeant(each) ? this.lanes[lane]!.length : 0), 0);
  }

  /**
   * Takes out whoever has no place: the least urgent, and of those who came last.
   *
   * @param atCounter - how many are being served, and need no place
   */
  takeExcess(atCounter = 0): Waiting<T>[] {
    const excess: Waiting<T>[] = [];
    while (this.length > this.limit + atCounter) excess.push(this.lanes.findLast((lane) => lane.length > 0)!.pop()!);
    return excess;
  }

  /** Takes somebody out, wherever they stand. */
  remove(entry: Waiting<T>): void {
    const lane = this.lanes[CALL_PRIORITIES.indexOf(entry.priority)]!;
    const place = lane.indexOf(entry);
    if (place >= 0) lane.splice(place, 1);
  }
}
