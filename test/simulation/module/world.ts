import { canaryKey } from '../../support/canary.js';
import { Agenda } from '../engine/agenda.js';
import { Host } from '../engine/host.js';
import { Random, streamOf } from '../../support/random.js';
import type { ScheduleOutcome } from '../engine/schedules.js';
import { drawSwarm } from '../engine/swarm.js';
import { countsOf } from '../refunds/counts.js';
import { Journal } from '../refunds/journal.js';
import { LaneRound, type WorkerParts } from '../refunds/lane-round.js';
import { Ledger, type BookedRefund } from '../refunds/ledger.js';
import { RefundMonitor } from '../refunds/refund-monitor.js';
import type { Policy } from '../refunds/policy.js';
import { Store } from '../refunds/store.js';
import { Wire } from '../refunds/wire.js';
import { Api } from './api.js';
import { AttemptBook } from './attempt-book.js';
import { Book } from './book.js';
import { Clerks } from './clerks.js';
import { Counter } from './counter.js';
import { Creation } from './creation.js';
import { RequestQueue } from './request-queue.js';
import { DispatchRound } from './dispatch-round.js';
import { BASE_LIMITS, type FaultLimits } from './fault-plan.js';
import { Follower } from './follower.js';
import { InboxRound } from './inbox-round.js';
import { OrderMonitor, type Invariant } from './order-monitor.js';
import { PollRound } from './poll-round.js';
import { PostOffice } from './post-office.js';
import type { Quirks } from './quirks.js';
import { RefundWatch } from './refund-watch.js';
import { Reflection } from './reflection.js';
import { Service } from './service.js';
import type { Setting } from './setting.js';
import { Settlement } from './settlement.js';
import { Shoppers } from './shoppers.js';
import { SkewedClock } from './skewed-clock.js';
import { Tables } from './tables.js';
import type { Variant } from './variants.js';

/** Who is tried: the module, or someone with something wrong. */
export interface Contestant {
  readonly name: string;
  readonly policy: Policy;
  readonly quirks: Quirks;
}

/** What a schedule is drawn from. */
export interface ScheduleInput {
  readonly seed: number;
  readonly variant: Variant;
  readonly contestant: Contestant;
  readonly keepsLines?: boolean;
}

/** How one schedule went. */
export interface ModuleOutcome extends ScheduleOutcome {
  readonly violations: readonly { readonly invariant: Invariant; readonly text: string }[];
  readonly lines: readonly string[] | null;
}

const DAY = 86_400_000;
/** An ordinary day, and two on the night after which the clocks are changed. */
const DAYS = [Date.UTC(2026, 0, 5), Date.UTC(2026, 0, 5), Date.UTC(2026, 9, 24), Date.UTC(2026, 2, 28)];
const HORIZON_MS = 18 * DAY;
/** With one order there is nothing to be mixed up; most things happen to it all the same. */
const MOST_ORDERS = 2;
const REQUESTS_AT_ONCE = 3;
/** Steps of one schedule: more means that something goes round in circles. */
const MAX_STEPS = 100_000;
const KEY = canaryKey('simulation');

/** One schedule of the whole module, from the first order to the end of everything: the same seed always goes the same way. */
export class World {
  readonly #setting: Setting;
  readonly #start: number;
  readonly #hosts: Host[] = [];

  constructor(private readonly input: ScheduleInput) {
    const { seed, variant, contestant } = input;
    const { quirks } = contestant;
    const random = new Random(seed, streamOf(`module ${variant.name}`));
    const policy = { ...contestant.policy, rules: { ...contestant.policy.rules, ...variant.rules } };
    const faults = { ...drawSwarm(random, this.#limits()), ...variant.always };
    this.#start = random.pick(DAYS) + random.between(0, DAY - 1);
    const agenda = new Agenda(this.#start);
    const journal = new Journal(this.#start, input.keepsLines === true);
    const store = new Store({ policy, random, trouble: faults.database, refusedForGood: 0, journal });
    const tables = new Tables(store);
    // Most groups have refunded before: what the service does with tags is known.
    const isEchoed = variant.tags === undefined || (variant.tags === 'sometimes' && random.chance(0.5));
    if (random.chance(0.9)) store.tagsEchoed = isEchoed;
    const amountRefundedAt = random.chance(0.5) ? 'acceptance' : 'completion';
    const service = new Service({ showsTag: this.#tagRule(), amountRefundedAt }, journal);
    const ledger = new Ledger(service.captured, this.#ledgerSettings(random, service));
    service.ledger = ledger;
    const refundMonitor = new RefundMonitor(ledger, service.captured, store.rows);
    store.monitor = refundMonitor;
    const orderMonitor = new OrderMonitor(tables, service);
    const reflection = new Reflection(tables, service, orderMonitor);
    const watched = { orderMonitor, reflection, refundMonitor };
    this.#setting = { agenda, random, faults, journal, tables, service, policy, quirks, key: KEY, ...watched };
    this.#populate(ledger);
  }

  /** Lets it happen. */
  run(): ModuleOutcome {
    const chance = Math.random;
    // What the module leaves to chance is drawn from the seed as well.
    Math.random = () => this.#setting.random.next();
    try {
      return this.#play();
    } finally {
      Math.random = chance;
    }
  }

  #play(): ModuleOutcome {
    const { agenda, tables, orderMonitor, reflection, refundMonitor, journal, key } = this.#setting;
    const end = this.#start + HORIZON_MS;
    let steps = 0;
    while (agenda.step(end) && steps < MAX_STEPS) {
      steps += 1;
      if (tables.refunds.takeChange()) for (const host of this.#hosts) host.nudge();
    }
    refundMonitor.ended(end);
    orderMonitor.ended();
    reflection.ended(end);
    orderMonitor.searched(key, journal.lines ?? []);
    if (steps === MAX_STEPS) refundMonitor.endless();
    return {
      violations: [...refundMonitor.violations, ...orderMonitor.violations],
      faults: journal.faults,
      counts: this.#counts(),
      lines: journal.lines,
    };
  }

  #counts(): Record<string, number> {
    const { tables, service, reflection, refundMonitor } = this.#setting;
    const attended = [...tables.orders.values()].filter(({ attention }) => attention !== null);
    return {
      ...countsOf(tables.refunds.rows),
      unavoidable: refundMonitor.unavoidable,
      orders: tables.orders.size,
      'orders for a person': attended.length,
      'orders paid': [...tables.orders.values()].filter(({ paidAt }) => paidAt !== null).length,
      'orders at the service': service.byIndex.length,
      notifications: tables.inbox.length,
      'most stale of age': reflection.mostStale,
      'most stale ms': reflection.mostStaleMs,
    };
  }

  #limits(): FaultLimits {
    const { faults, refunds } = this.input.variant;
    const isNoticed = refunds?.refundGuard !== 'off' || refunds.isNameReusable === false;
    return { ...BASE_LIMITS, ...(isNoticed ? {} : { copied: 0 }), ...faults };
  }

  #tagRule(): (booked: BookedRefund) => boolean {
    const { tags } = this.input.variant;
    if (tags === undefined) return () => true;
    return tags === 'never' ? () => false : ({ acceptedAt }) => Math.floor(acceptedAt / 1_000) % 2 === 0;
  }

  #ledgerSettings(random: Random, service: Service): ConstructorParameters<typeof Ledger>[1] {
    const refundSpacingMs = random.chance(0.5) ? 1_000 : 0;
    const common = { refundGuard: 'order', refundGuardAnchor: 'accepted', isNameReusable: true } as const;
    const standingOf = (order: number) => service.standing(order);
    return { ...common, refundSpacingMs, standingOf, ...this.input.variant.refunds };
  }

  #populate(ledger: Ledger): void {
    const setting = this.#setting;
    const { random, service } = setting;
    const follower = new Follower(setting);
    const book = new Book(setting, follower);
    const api = new Api(setting);
    const attempts = new AttemptBook(setting);
    const creation = new Creation(setting, { book, api, attempts });
    const settlement = new Settlement(setting);
    const wire = this.#wire(ledger, (booked) => settlement.booked(booked));
    const replicas = random.between(2, 4);
    const queues: RequestQueue[] = [];
    for (let replica = 1; replica <= replicas; replica += 1) queues.push(this.#addHost(replica, { book, api, wire }));
    const clerks = new Clerks(setting, { ledger, settlement });
    const shoppers = new Shoppers(setting, (order) => clerks.serve(order));
    const counter = new Counter(setting, { queues: queues, creation, book, api });
    const post = new PostOffice(setting, queues);
    service.onChange = (order, version) => post.changed(order, version);
    service.onCreated = (order) => {
      shoppers.visit(order);
      counter.attend(order.id);
    };
    const orders = random.between(1, MOST_ORDERS);
    for (let number = 1; number <= orders; number += 1) counter.open(`S${number}`);
    clerks.attend();
  }

  #wire(ledger: Ledger, onBooked: (booked: BookedRefund) => void): Wire {
    const { agenda, random, faults, journal, refundMonitor: monitor } = this.#setting;
    const from = this.#start + random.between(0, DAY);
    const until = random.chance(faults.misconfigured * 4) ? from + random.between(0, DAY / 2) : from;
    return new Wire({ agenda, random, faults, journal, ledger, monitor, misconfigured: { from, until }, onBooked });
  }

  #addHost(replica: number, { book, api, wire }: { book: Book; api: Api; wire: Wire }): RequestQueue {
    const setting = this.#setting;
    const { agenda, random, faults, journal, tables, policy } = setting;
    const clock = new SkewedClock(setting);
    const queue = new RequestQueue(agenda, clock);
    const worker = { agenda, clock, random, store: tables.refunds, monitor: setting.refundMonitor, policy };
    const lane: WorkerParts = { ...worker, wire, keepsLateAnswers: random.chance(0.5) };
    const host = new Host(`replica ${replica}`, {
      agenda,
      random,
      faults,
      count: (kind) => {
        journal.count(kind);
        journal.note(agenda.now, () => `replica ${replica}: ${kind}`);
      },
      rounds: () => {
        queue.clear();
        return [
          ...queue.rounds(REQUESTS_AT_ONCE),
          new InboxRound(setting, { book, api, clock }),
          new PollRound(setting, { book, api, clock }),
          new DispatchRound(setting, clock),
          new LaneRound(lane),
          new RefundWatch(setting, { book, api }),
        ];
      },
    });
    queue.host = host;
    this.#hosts.push(host);
    host.start();
    return queue;
  }
}
