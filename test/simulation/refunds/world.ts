import { Agenda } from '../engine/agenda.js';
import { Host } from '../engine/host.js';
import { Random, streamOf } from '../../support/random.js';
import { drawSwarm } from '../engine/swarm.js';
import { BASE_LIMITS, type FaultLimits } from './fault-plan.js';
import { FirstRead } from './first-read.js';
import { Journal } from './journal.js';
import { LaneRound, type WorkerParts } from './lane-round.js';
import { Ledger, type BookedRefund } from './ledger.js';
import { Reads } from './reads.js';
import { RefundMonitor, type Violation } from './refund-monitor.js';
import { Notifier } from './notifier.js';
import { People, type OrderPlan } from './people.js';
import type { Policy } from './policy.js';
import { Store, type RefundRow } from './store.js';
import type { Variant } from './variants.js';
import { WatchRound } from './watch-round.js';
import { Wire } from './wire.js';

/** How one schedule went. */
export interface ScheduleResult {
  readonly violations: readonly Violation[];
  /** Faults that were injected, by kind. */
  readonly faults: Readonly<Record<string, number>>;
  readonly rows: readonly RefundRow[];
  readonly unavoidable: number;
  /** Every line of it, where that was asked for. */
  readonly lines: readonly string[] | null;
}

/** What a schedule is drawn from. */
export interface ScheduleInput {
  readonly seed: number;
  readonly variant: Variant;
  readonly policy: Policy;
  readonly keepsLines?: boolean;
}

const DAY = 86_400_000;
const FIRST_DAY = Date.UTC(2026, 0, 5);
/** Longer than an accepted refund is followed. */
const HORIZON_MS = 18 * DAY;
const ORDERS = 3;
/** What a backup may hold: refunds that wait to be sent, or those of which nobody knows. */
const BACKED_UP_WITHIN_MS = [120_000, 600_000, 2_400_000];
const REPLICAS = 2;
/** Steps of one schedule: more means that something goes round in circles. */
const MAX_STEPS = 100_000;

/** One schedule, from the first request to the end of everything: the same seed always goes the same way. */
export class World {
  readonly #agenda: Agenda;
  readonly #random: Random;
  readonly #faults: FaultLimits;
  readonly #journal: Journal;
  readonly #store: Store;
  readonly #monitor: RefundMonitor;
  readonly #ledger: Ledger;
  readonly #hosts: Host[] = [];
  readonly #start: number;

  constructor(private readonly input: ScheduleInput) {
    const { seed, variant } = input;
    const policy = this.#policy();
    this.#random = new Random(seed, streamOf(variant.name));
    const settings = this.#settings();
    const isNoticed = settings.refundGuard !== 'off' || !settings.isNameReusable;
    const limits = { ...BASE_LIMITS, ...(isNoticed ? {} : { copied: 0 }), ...variant.faults };
    this.#faults = drawSwarm(this.#random, limits);
    this.#start = FIRST_DAY + this.#random.between(0, DAY - 1);
    this.#agenda = new Agenda(this.#start);
    this.#journal = new Journal(this.#start, input.keepsLines === true);
    const { database: trouble, refusedForGood } = this.#faults;
    const parts = { policy, random: this.#random, trouble, refusedForGood, journal: this.#journal };
    this.#store = new Store(parts);
    // Most groups have refunded before: what the service does with tags is known.
    if (this.#random.chance(0.9)) this.#store.tagsEchoed = variant.tags !== 'never';
    const plans = Array.from({ length: ORDERS }, () => this.#drawOrder());
    const paid = plans.map((plan) => plan.paid);
    this.#ledger = new Ledger(paid, settings);
    this.#monitor = new RefundMonitor(this.#ledger, paid, this.#store.rows);
    this.#store.monitor = this.#monitor;
    this.#populate(plans);
  }

  /** Lets it happen. */
  run(): ScheduleResult {
    const end = this.#start + HORIZON_MS;
    let steps = 0;
    while (this.#agenda.step(end) && steps < MAX_STEPS) {
      steps += 1;
      if (this.#store.takeChange()) for (const host of this.#hosts) host.nudge();
    }
    this.#monitor.ended(end);
    if (steps === MAX_STEPS) this.#monitor.endless();
    return {
      violations: this.#monitor.violations,
      faults: this.#journal.faults,
      rows: this.#store.rows,
      unavoidable: this.#monitor.unavoidable,
      lines: this.#journal.lines,
    };
  }

  #policy(): Policy {
    const { policy, variant } = this.input;
    const rules = { ...policy.rules, ...variant.rules };
    const quirks = variant.skipsLastCheck ? { ...policy.quirks, skipsLastCheck: true } : policy.quirks;
    return { ...policy, rules, quirks };
  }

  #settings(): ConstructorParameters<typeof Ledger>[1] {
    const refundSpacingMs = this.#random.chance(0.5) ? 1_000 : 0;
    const common = { refundGuard: 'order', refundGuardAnchor: 'accepted', isNameReusable: true } as const;
    return { ...common, refundSpacingMs, ...this.input.variant.service };
  }

  /** Mostly equal amounts, and room for what others refund. */
  #drawOrder(): OrderPlan {
    const random = this.#random;
    if (this.input.variant.refundsAll) return { amounts: [500], paid: 500 };
    const amounts = Array.from({ length: random.between(1, 3) }, () => random.pick([500, 500, 700]));
    const room = random.pick([1_400, 1_400, 1_700]);
    return { amounts, paid: amounts.reduce((sum, amount) => sum + amount, room) };
  }

  #populate(plans: readonly OrderPlan[]): void {
    const random = this.#random;
    const shared = { agenda: this.#agenda, random, faults: this.#faults, journal: this.#journal, ledger: this.#ledger };
    const policy = this.#policy();
    const { variant } = this.input;
    const reads = new Reads({ store: this.#store, policy, tags: variant.tags });
    const worker = {
      agenda: this.#agenda,
      clock: this.#agenda,
      random,
      store: this.#store,
      monitor: this.#monitor,
      policy,
    };
    const notifier = new Notifier({ ...shared, store: this.#store, reads: reads, hosts: this.#hosts });
    const from = this.#start + random.between(0, 1_800_000);
    const until = random.chance(this.#faults.misconfigured * 4) ? from + random.between(0, 1_800_000) : from;
    const onBooked = (booked: BookedRefund): void => notifier.booked(booked);
    const wire = new Wire({ ...shared, monitor: this.#monitor, misconfigured: { from, until }, onBooked });
    const firstRead = new FirstRead({ ...worker, reads });
    const parts = { ...worker, wire, reads, firstRead, keepsLateAnswers: random.chance(0.5) };
    for (let replica = 1; replica <= REPLICAS; replica += 1) this.#addHost(replica, parts);
    const people = new People({ ...shared, store: this.#store, policy, monitor: this.#monitor, notifier });
    plans.forEach((plan, order) => people.ask(order, plan));
    people.attend();
    if (variant.restoredMs !== undefined) this.#restoreLater(variant.restoredMs);
  }

  /** A backup is put back, or a replica that is behind takes over, while the service keeps what it has. */
  #restoreLater(lostMs: number): void {
    const random = this.#random;
    const madeAt = this.#start + random.between(0, random.pick(BACKED_UP_WITHIN_MS));
    this.#agenda.at(madeAt, () => {
      const restore = this.#store.backUp();
      this.#agenda.at(madeAt + random.between(1_000, random.pick([60_000, lostMs])), () => {
        this.#journal.count('restored');
        this.#journal.note(this.#agenda.now, () => `the tables are again as they were at ${madeAt - this.#start} ms`);
        for (const host of this.#hosts) host.crash();
        restore();
      });
    });
  }

  #addHost(replica: number, parts: WorkerParts & { readonly reads: Reads }): void {
    const faults = this.#faults;
    // Where slots do not wait for answers, a replica sends several at a time.
    const inFlight = parts.policy.rules.mode === 'paced' ? 3 : 1;
    const lanes = (): LaneRound[] => Array.from({ length: inFlight }, () => new LaneRound(parts));
    const host = new Host(`replica ${replica}`, {
      agenda: this.#agenda,
      random: this.#random,
      faults,
      count: (kind) => {
        this.#journal.count(kind);
        this.#journal.note(this.#agenda.now, () => `replica ${replica}: ${kind}`);
      },
      rounds: () => [...lanes(), new WatchRound(parts)],
    });
    this.#hosts.push(host);
    host.start();
  }
}
