import { isPaymentError } from '../../../src/index.js';
import { isSandboxError } from '../../../src/sandbox/index.js';
import { Random, streamOf } from '../../support/random.js';
import { BadMood, type Reported } from './bookkeeping.js';
import { DueWork } from './due-work.js';
import {
  drawFaults,
  drawTrouble,
  faultNames,
  LEAPS,
  withoutFaults,
  type FaultPlan,
  type Weather,
} from './fault-plan.js';
import { ExtraMail } from './extra-mail.js';
import { Journal } from './journal.js';
import { Oracle } from './oracle.js';
import { People, type Action } from './people.js';
import { Peace } from './peace.js';
import type { Replica } from './replica.js';
import { IN_WORDS } from './slow-calls.js';
import { GROUP, type Stage } from './stage.js';
import { answersTo, AT_ANY_TIME } from './questions.js';
import { isInjected } from './troubles.js';
import { Upheavals } from './upheavals.js';
import { Waiting } from './waiting.js';

/** What is to be run. */
export interface SchedulePlan {
  readonly seed: number;
  readonly weather: Weather;
  readonly keepsLines: boolean;
  /** What of it is left out: {@link faultNames} and the numbers of steps. */
  readonly without?: ReadonlySet<string>;
  /** What goes wrong so often, whatever the seed says; for a defect that only this shows. */
  readonly forced?: Partial<FaultPlan>;
}

/** What came of it. */
export interface ScheduleResult extends Pick<Journal, 'faults' | 'violations' | 'lines'> {
  readonly counts: Readonly<Record<string, number>>;
  /** What the schedule is made of and could do without, as {@link SchedulePlan.without} names it. */
  readonly parts: readonly string[];
}

/** Which things happen how often. */
const ACTIONS: readonly Action[] = [
  ...Array<Action>(8).fill('move'),
  ...Array<Action>(8).fill('work'),
  ...Array<Action>(4).fill('refund'),
  'settle',
  'sync',
  'replay',
  'cancel',
  'capture',
];
const SECOND = 1_000;
const MINUTE = 60 * SECOND;
/** Between two steps, in milliseconds: from nothing at all to hours. */
const PAUSES = [0, 200, 1_100, 3 * SECOND, 20 * SECOND, 2 * MINUTE, 20 * MINUTE] as const;

/** One seed: some orders, everyone at once, and whatever goes wrong; then peace, and the reckoning. */
export class Schedule {
  private readonly random: Random;
  private readonly faults: FaultPlan;
  private readonly journal: Journal;
  private readonly people: People;
  private readonly due: DueWork;
  private readonly upheavals: Upheavals;
  private readonly mail: ExtraMail;
  private readonly waiting: Waiting;
  private readonly reported: Reported[] = [];
  private readonly jitter = new Random(0);

  constructor(
    private readonly stage: Stage,
    private readonly plan: SchedulePlan,
  ) {
    const { seed, weather, keepsLines, forced } = plan;
    this.random = new Random(seed, streamOf('adapters'));
    this.faults = withoutFaults({ ...drawFaults(this.random, weather), ...forced }, plan.without);
    this.journal = new Journal(stage.clock, keepsLines);
    this.due = new DueWork(stage);
    this.upheavals = new Upheavals(stage, this.random, this.journal, this.faults);
    this.people = new People(stage, this.random, this.journal, `I${seed}`);
    this.waiting = new Waiting(stage, this.random, this.people, (action) => this.#undisturbed(action));
    this.mail = new ExtraMail(stage, this.random, this.journal, this.people);
  }

  async run(): Promise<ScheduleResult> {
    const { random } = Math;
    // The module spreads its retries by chance: the seed decides on that, too.
    Object.assign(Math, { random: () => this.jitter.next() });
    try {
      return await this.#play();
    } finally {
      Object.assign(Math, { random });
    }
  }

  async #play(): Promise<ScheduleResult> {
    const { stage, journal } = this;
    this.#begin();
    const orders = this.random.between(1, 3);
    const steps = Array.from({ length: this.random.between(8, 16) }, (_, index) => `step ${index + 1}`);
    this.people.paysSoon = this.faults.refunds > 0;
    await this.#do('order');
    if (this.people.paysSoon) await this.#do('move');
    for (const name of steps) {
      if (this.plan.without?.has(name)) continue;
      this.#draw(name);
      await this.#step(this.people.orders.length < orders && this.random.chance(0.4));
      this.#judgeStep();
      await this.#pause();
    }
    for (const { kind } of stage.sandbox.faults.state().injected) journal.count(kind);
    this.#draw('peace');
    await this.#end();
    const peace = new Peace(stage, this.people, journal);
    await peace.make();
    const { people, reported, mail } = this;
    const oracle = new Oracle(stage, { people, reported, journal, mail, keys: this.upheavals.keys });
    await oracle.judge();
    const { faults, violations, lines } = journal;
    const counts = { ...oracle.counts, orders: this.people.orders.length, rounds: peace.rounds };
    return { faults, violations, lines, counts, parts: [...faultNames(this.faults), ...steps] };
  }

  /** Each step draws from a stream of its own: without the one before it, it is the same still. */
  #draw(name: string): void {
    const { seed } = this.plan;
    const { random, faults, stage } = this;
    random.restart(seed, streamOf(name));
    this.jitter.restart(seed, streamOf(`jitter of ${name}`));
    stage.slow.draw(faults, seed, streamOf(`slowness of ${name}`));
    stage.sandbox.faults.useChance({ seed: random.between(1, 1e9), probabilities: faults.service });
  }

  #begin(): void {
    const { stage, faults, journal } = this;
    for (const [index, clock] of stage.clocks.entries()) clock.aheadMs = index * faults.apartMs;
    if (faults.apartMs > 0) journal.count('clocks apart');
    this.people.refusedChance = faults.refused;
    this.people.unheardChance = faults.unheard;
    stage.slow.onSlow = (how, { method, path, operation }) => {
      journal.count(operation === 'refund' ? `${how}, of a refund` : how);
      journal.note(() => `${IN_WORDS[how]}: ${method} ${path}`);
    };
    stage.onStruck = (kind, sql) => {
      journal.count(`database ${kind}`);
      journal.note(() => `the database ${kind} at ${sql.slice(0, 70)}`);
    };
    this.#draw('begin');
    this.#equip();
  }

  /** Gives the handlers of every replica their moods. */
  #equip(): void {
    const { random, faults, journal, stage } = this;
    const mood = () => {
      if (!random.chance(faults.mood)) return 'well';
      journal.count('handler throws');
      return random.pick(['fails before', 'fails after'] as const);
    };
    const tell = (reported: Reported): void => void this.reported.push(reported);
    for (const { bookkeeping } of stage.replicas) bookkeeping.outside = { mood, tell };
  }

  /** Blocks the account, or lets it go on. */
  #block(isBlocked: boolean): void {
    if (isBlocked) this.journal.count('account blocked');
    this.stage.sandbox.adjust(GROUP, { accountBlocked: isBlocked });
  }

  async #end(): Promise<void> {
    const { stage } = this;
    this.#block(false);
    stage.slow.end();
    stage.sandbox.faults.clear();
    stage.troubles.next(null);
    await this.upheavals.keys.finish();
    const tell = (reported: Reported): void => void this.reported.push(reported);
    for (const { bookkeeping } of stage.replicas) bookkeeping.outside = { mood: () => 'well', tell };
  }

  /** What is wrong once is said once. */
  #judgeStep(): void {
    const known = new Set(this.journal.violations.map(({ text }) => text));
    for (const { invariant, text } of answersTo(AT_ANY_TIME, this.stage.committed))
      if (!known.has(text)) this.journal.violated(invariant, text);
  }

  /** A few things at once. */
  async #step(isOrdered: boolean): Promise<void> {
    const { random, faults, stage } = this;
    const before = random.chance(faults.older) ? stage.older.remember() : null;
    if (random.chance(faults.lost)) stage.sandbox.faults.next('notification', 'drop');
    if (random.chance(faults.late)) {
      stage.sandbox.faults.next('notification', 'delay', { delayMs: random.between(SECOND, 40 * MINUTE) });
    }
    stage.troubles.next(drawTrouble(faults, random));
    this.#block(random.chance(faults.blocked));
    const actions = Array.from({ length: random.pick([1, 1, 2, 2, 3]) }, () => random.pick(ACTIONS));
    if (random.chance(faults.refunds)) actions.push('refund');
    const doing = [...(isOrdered ? ['order' as const] : []), ...actions].map((action) =>
      stage.slow.during(() => this.#do(action)),
    );
    if (random.chance(faults.forged)) doing.push(this.#guarded(() => this.mail.forge()));
    if (random.chance(faults.echo)) doing.push(this.#guarded(() => this.mail.echo()));
    if (random.chance(faults.leap)) doing.push(this.#leap());
    if (random.chance(faults.jump)) this.upheavals.jump();
    await Promise.all(doing);
    if (random.chance(faults.waits)) await this.waiting.happen();
    if (before) await this.#guarded(() => this.upheavals.redo(before));
    if (await this.upheavals.between()) this.#equip();
  }

  /** Time passes in the middle of whatever is under way. */
  async #leap(): Promise<void> {
    const ms = this.random.pick(LEAPS);
    for (let ticks = this.random.between(1, 30); ticks > 0; ticks -= 1) await new Promise(setImmediate);
    this.journal.count('leap of the clock');
    this.journal.note(() => `the clock leaps by ${ms} ms`);
    await this.stage.leap(ms);
  }

  async #pause(): Promise<void> {
    const ms = this.random.pick(PAUSES);
    // Now and then the service sleeps while the shop does not.
    await this.stage.pass(ms, this.random.chance(0.5));
  }

  #do(action: Action): Promise<void> {
    const trouble = drawTrouble(this.faults, this.random);
    return this.#guarded(() => this.stage.troubles.during(trouble, () => this.#act(action)));
  }

  /** The database fails no one meanwhile. */
  #undisturbed(action: Action): Promise<void> {
    return this.#guarded(() => this.stage.troubles.during(null, () => this.#act(action)));
  }

  #act(action: Action): Promise<void> {
    return action === 'work' ? this.#work() : this.people[action]();
  }

  async #work(): Promise<void> {
    const { random } = this;
    const replica = this.people.replica();
    if (random.chance(this.faults.vanish)) return this.#vanish(replica);
    const due = this.due.now();
    const isHurried = this.people.about === null && due.length > 1 && random.chance(0.6);
    const duties = isHurried ? [random.pick(due)] : due;
    this.journal.note(() => `${replica.name} works: ${duties.join(', ')}`);
    for (const duty of duties) await replica.work(duty);
  }

  async #vanish(replica: Replica): Promise<void> {
    const duty = this.random.pick(['inbox', 'watch', 'effects'] as const);
    this.journal.count('worker vanishes');
    this.journal.note(() => `${replica.name} takes work (${duty}) and vanishes`);
    await replica.vanish(duty);
  }

  /** What is refused, or was made to fail, is part of the game; anything else is not. */
  async #guarded(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      this.journal.note(() => `  … ${String(error)}`);
      if (isPaymentError(error) || isSandboxError(error) || isInjected(error) || error instanceof BadMood) return;
      this.journal.violated('X', (error instanceof Error && error.stack) || String(error));
    }
  }
}
