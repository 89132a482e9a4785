import { SystemClock, type Clock } from '../../support/index.js';

/** The time of day and a monotonic clock drift apart more slowly: by more than this, one of them has jumped. */
const JUMP_MS = 1_000;

/**
 * The database's clock, which is compared again as soon as this machine has slept or its clock was set. Monotonic clocks
 * stand still while a machine sleeps: until the next comparison, the process would take leases that have ended already, and
 * store refunds as sent long ago, whose quiet time others would then take to be over.
 */
export class FollowedClock implements Clock {
  private readonly wall = new SystemClock();
  private aheadMs: number;

  /**
   * @param database - follows the database's clock
   * @param own - the monotonic clock by which it does
   * @param compare - called when it should be compared; must return at once, and not throw
   */
  constructor(
    private readonly database: Clock,
    private readonly own: Clock,
    private readonly compare: () => void,
  ) {
    this.aheadMs = this.wall.now() - own.now();
  }

  now(): number {
    const aheadMs = this.wall.now() - this.own.now();
    if (Math.abs(aheadMs - this.aheadMs) > JUMP_MS) {
      this.aheadMs = aheadMs;
      this.compare();
    }
    return this.database.now();
  }
}
