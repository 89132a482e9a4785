import { CALL_PRIORITIES, type CallPriority } from './call-priority.js';

/** An entry of the line. */
export interface Waiting<T> {
  readonly priority: CallPriority;
  readonly item: T;
}

/** A bounded line: the most urgent first, and in order of arrival within one priority. It only decides, and does not wait. */
export class PriorityQueue<T> {
  private readonly lanes = CALL_PRIORITIES.map((): Waiting<T>[] => []);

  /** @param limit - places in the line, from 0; entries that are being served need no place */
  constructor(private readonly limit: number) {}

  get length(): number {
    return this.lanes.reduce((sum, lane) => sum + lane.length, 0);
  }

  /** The entry that is served next. */
  get first(): Waiting<T> | undefined {
    return this.lanes.find((lane) => lane.length > 0)?.[0];
  }

  /** The oldest entry of the least urgent priority. */
  get leastUrgent(): Waiting<T> | undefined {
    return this.lanes.findLast((lane) => lane.length > 0)?.[0];
  }

  /** Adds an entry to the line. */
  add(entry: Waiting<T>): void {
    this.lanes[CALL_PRIORITIES.indexOf(entry.priority)]!.push(entry);
  }

  /** The entry of some priorities that is served next. */
  firstOf(isMeant: (priority: CallPriority) => boolean): Waiting<T> | undefined {
    return this.lanes.find((lane) => lane[0] && isMeant(lane[0].priority))?.[0];
  }

  /** How many entries of some priorities wait. */
  countOf(isMeant: (priority: CallPriority) => boolean): number {
    return CALL_PRIORITIES.reduce((sum, each, lane) => sum + (isMeant(each) ? this.lanes[lane]!.length : 0), 0);
  }

  /**
   * Removes the entries without a place: the least urgent, and among these the latest.
   *
   * @param atCounter - how many entries are being served and need no place
   */
  takeExcess(atCounter = 0): Waiting<T>[] {
    const excess: Waiting<T>[] = [];
    while (this.length > this.limit + atCounter) excess.push(this.lanes.findLast((lane) => lane.length > 0)!.pop()!);
    return excess;
  }

  /** Removes an entry from any place. */
  remove(entry: Waiting<T>): void {
    const lane = this.lanes[CALL_PRIORITIES.indexOf(entry.priority)]!;
    const place = lane.indexOf(entry);
    if (place >= 0) lane.splice(place, 1);
  }
}
