import { setImmediate as nextTurn } from 'node:timers/promises';

/** One end that waits for its transaction. */
interface Waiting<Row> {
  readonly row: Row;
  readonly resolve: (isMine: boolean) => void;
  readonly reject: (error: unknown) => void;
}

/** How ends are written: true for all of them, or nothing and false when one of the leases was lost. */
export type EndTogether<Row> = (rows: readonly Row[]) => Promise<boolean>;

/**
 * Writes down that effects are done, as many in one transaction as have ended since the last one began: no timer, and no
 * waiting when there is little to do. What cannot be written together is written one by one.
 */
export class GroupedEnds<Row> {
  private readonly waiting: Waiting<Row>[] = [];
  private isWriting = false;

  constructor(private readonly end: EndTogether<Row>) {}

  /** @returns false when the row's lease was no longer ours; nothing is written then */
  add(row: Row): Promise<boolean> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ row, resolve, reject });
      if (!this.isWriting) void this.write();
    });
  }

  private async write(): Promise<void> {
    this.isWriting = true;
    // Those that end in the same turn of the event loop come along.
    await nextTurn();
    while (this.waiting.length > 0) await this.writeTogether(this.waiting.splice(0));
    this.isWriting = false;
  }

  private async writeTogether(group: readonly Waiting<Row>[]): Promise<void> {
    try {
      const areMine = await this.end(group.map(({ row }) => row));
      if (areMine || group.length === 1) return group.forEach(({ resolve }) => resolve(areMine));
    } catch (error) {
      if (group.length === 1) return group.forEach(({ reject }) => reject(error));
    }
    for (const each of group) await this.writeTogether([each]);
  }
}
