import { Inject, Injectable, Logger, Optional } from '@nestjs/common';
import { PaymentError } from '../../../protocol/index.js';
import { AddressList, createRedactor, SystemClock, type Clock } from '../../../support/index.js';
import { messages } from '../messages.js';
import { isGroupName, type TerminalGroupOptions } from '../options/terminal-group.options.js';
import type { TillbridgeExtras, TillbridgeOptions } from '../options/tillbridge.options.js';
import { validateGroup } from '../options/validate-group.js';
import { validateOptions } from '../options/validate-options.js';
import { notText } from '../checked-filter.js';
import { refusal } from '../refusal.js';
import { ThrottledLogger } from '../throttled-logger.js';
import { CLOCK, EXTRAS, TILLBRIDGE_OPTIONS } from '../tokens.js';
import { gapText } from './key-gap.js';
import { ResolvedGroups, type GroupKnowledge } from './resolved-groups.js';
import { toTerminalGroup, type TerminalGroup } from './terminal-group.js';

/** The time of a clock; NaN where the host's option is not a clock. */
const timeBy = (clock: Partial<Clock> | undefined): number =>
  typeof clock?.now === 'function' ? clock.now() : Number.NaN;

/** How long rows wait for a group that does not exist, and for one that could not be resolved, in milliseconds. */
const GROUP_GONE_MS = 600_000;
const GROUP_UNSURE_MS = 30_000;

/**
 * The terminal groups: those of the options, and those that the option `resolveGroup` has found. The constructor checks the
 * options, so that a host with faulty ones does not start.
 *
 * @example
 * ```ts
 * const names = app.get(TerminalGroups).all.map(({ name, mode }) => `${name} (${mode})`);
 * ```
 */
@Injectable()
export class TerminalGroups {
  /** IANA zone of the service's times. */
  readonly timeZone: string;
  readonly workers: 'inline' | 'off';
  /** The shop's own reverse proxies. */
  readonly trustedProxies: AddressList;
  private readonly logger = new ThrottledLogger(new Logger('Tillbridge:Groups'));
  private readonly configured: ReadonlyMap<string, TerminalGroup>;
  private readonly resolved: ResolvedGroups | null;
  private readonly listeners: ((group: TerminalGroup) => void)[] = [];
  private made: { readonly version: number; readonly redact: (text: string) => string } | undefined;
  private seek: () => Promise<void> = () => Promise.resolve();
  /** Groups without a valid key, of which the log has told. */
  private readonly keyless = new Set<string>();

  /** @throws PaymentError `OPTIONS_INVALID` listing every fault */
  constructor(
    @Inject(TILLBRIDGE_OPTIONS) options: TillbridgeOptions,
    @Inject(CLOCK) private readonly clock: Clock = new SystemClock(),
    @Optional() @Inject(EXTRAS) structure?: TillbridgeExtras,
  ) {
    const valid = validateOptions(options, timeBy(clock), structure);
    this.timeZone = valid.timeZone;
    this.workers = valid.workers;
    this.trustedProxies = new AddressList(valid.trustedProxies);
    this.configured = new Map(
      valid.terminalGroups.map((group) => [group.name, toTerminalGroup(group, clock, () => this.all)]),
    );
    const { resolveGroup } = options;
    this.resolved = resolveGroup ? this.resolvedBy(resolveGroup, valid) : null;
    this.all.forEach((group) => this.hasKey(group));
  }

  /** Every group that is known now: those of the options in their order, then those that were found at run time. */
  get all(): TerminalGroup[] {
    return [...this.configured.values(), ...(this.resolved?.all ?? [])];
  }

  /** Whether there may be more groups than are known now: the option `resolveGroup` is given. */
  get mayGrow(): boolean {
    return this.resolved !== null;
  }

  /** Whether a group is one of the options. */
  isConfigured(name: string): boolean {
    return this.configured.has(name);
  }

  /** The group with this name or this former name (option `aliases`), if it is known. */
  find(name: string): TerminalGroup | undefined {
    const group =
      this.configured.get(name) ?? this.resolved?.find(name) ?? this.all.find(({ aliases }) => aliases.includes(name));
    if (group) this.resolved?.refreshIfStale(group.name);
    return group;
  }

  /** A known group. @throws PaymentError `GROUP_UNKNOWN` naming the groups there are */
  get(name: string): TerminalGroup {
    const group = this.find(name);
    if (group) return group;
    throw groupUnknown(name, [...this.configured.keys()], this.mayGrow);
  }

  /**
   * The group of a name. For an unknown name the option `resolveGroup` is called, once for all callers that ask meanwhile.
   *
   * @throws PaymentError `GROUP_UNKNOWN`; `GROUP_UNRESOLVED` when it cannot be found out now; `OPTIONS_INVALID` listing every
   *   fault of the answer of `resolveGroup`
   * @example
   * ```ts
   * const { mode } = await payments.groups.resolve('till-amsterdam');
   * ```
   */
  async resolve(name: string): Promise<TerminalGroup> {
    return (await this.learn(name)) ?? this.get(name);
  }

  /** Like {@link resolve}, but null for a name of no group. @throws PaymentError `GROUP_UNRESOLVED`, `OPTIONS_INVALID` */
  async learn(name: string): Promise<TerminalGroup | null> {
    const known = this.find(name);
    if (known || !this.resolved || !this.mayResolve(name)) return known ?? null;
    return this.resolved.ask(name);
  }

  /** Whether {@link resolve} may find a group for an unknown name. */
  mayResolve(name: string): boolean {
    return this.mayGrow && isGroupName(name);
  }

  /**
   * For work on rows, which must not fail because their group is missing: how long they should wait for it, in milliseconds;
   * 0 when it is there. Never throws.
   */
  async rowsWaitMs(name: string): Promise<number> {
    try {
      return (await this.learn(name)) ? 0 : GROUP_GONE_MS;
    } catch {
      return GROUP_UNSURE_MS;
    }
  }

  /**
   * Whether a key of the group is valid now. While none is, nothing is sent for the group and its rows wait. The log tells
   * once when that begins, or is so at the start.
   */
  hasKey({ name, keys }: Pick<TerminalGroup, 'name' | 'keys'>): boolean {
    const { gap } = keys;
    if (gap === null) this.keyless.delete(name);
    else if (!this.keyless.has(name)) {
      this.keyless.add(name);
      this.logger.error(messages.keyMissing(name, gapText(gap)));
    }
    return gap === null;
  }

  /** What is known of a name without a call: `open` where {@link resolve} would call the host, `asked` while it does. */
  stateOf(name: string): GroupKnowledge {
    if (this.find(name)) return 'known';
    return this.resolved && isGroupName(name) ? this.resolved.stateOf(name) : 'unknown';
  }

  /**
   * Forgets in this process the answer of `resolveGroup` for a name, also that there is no such group. The next use of the
   * name calls it again. For a key that must not be used any more; other processes follow within `resolvedGroupMs`.
   *
   * @returns whether there was such a group; a group of the options stays
   * @example
   * ```ts
   * payments.groups.forget('till-amsterdam');
   * ```
   */
  forget(name: string): boolean {
    return this.resolved?.forget(name) ?? false;
  }

  /** Asks again in the background for groups whose answer is older than `resolvedGroupMs`, a few at a time. */
  refreshStale(): void {
    for (const { name } of this.resolved?.all ?? []) this.resolved?.refreshIfStale(name);
  }

  /** Adds a listener that is called with each group that is found at run time. */
  whenLearnt(listener: (group: TerminalGroup) => void): void {
    this.listeners.push(listener);
  }

  /** Sets how to find groups that have rows in the database and are not known; without a database none are found. */
  useSeeker(seek: () => Promise<void>): void {
    this.seek = seek;
  }

  /** Like {@link all}, after the host was asked for groups with open rows in the database. */
  async sought(): Promise<TerminalGroup[]> {
    if (this.mayGrow) await this.seek();
    return this.all;
  }

  /** Makes a function that removes every key from a text: those of all groups, replaced ones included. */
  redactor(): (text: string) => string {
    const version = this.resolved?.version ?? 0;
    if (this.made?.version !== version) this.made = { version, redact: this.makeRedactor() };
    return this.made.redact;
  }

  private makeRedactor(): (text: string) => string {
    const rings = [...this.all.map(({ keys }) => keys), ...(this.resolved?.retiredKeys ?? [])];
    return createRedactor(rings.flatMap(({ singles }) => singles.map(({ ring }) => ring.current)));
  }

  private resolvedBy(
    ask: NonNullable<TillbridgeOptions['resolveGroup']>,
    { resolvedGroupMs, probe }: Pick<Required<TillbridgeOptions>, 'resolvedGroupMs' | 'probe'>,
  ): ResolvedGroups {
    const make = (name: string, answer: TerminalGroupOptions): TerminalGroup => {
      // The group that it replaces, under the requested name or its own, does not conflict with it.
      const replaced = new Set([name, answer?.name]);
      const others = this.all.filter((group) => this.isConfigured(group.name) || !replaced.has(group.name));
      const valid = validateGroup(answer, { name, others, probe });
      return toTerminalGroup(valid, this.clock, () => this.all);
    };
    return new ResolvedGroups({
      ask,
      make,
      freshMs: resolvedGroupMs,
      clock: this.clock,
      onLearnt: (group) => {
        this.hasKey(group);
        this.listeners.forEach((listener) => listener(group));
      },
      onGone: (...names) => this.logger.warn(messages.groupGone(...names)),
      onKept: (name, reason) => this.logger.error(messages.groupKept(name, reason)),
      onFailed: (name, { message }) => this.logger.error(messages.groupUnresolved(name, message), message),
    });
  }
}

/** The error names groups of the options only; the names of the others are not shown to strangers. */
function groupUnknown(name: unknown, configured: readonly string[], mayGrow: boolean): PaymentError {
  const names = configured.join(', ') || 'none';
  const what =
    typeof name === 'string' ? `There is no terminal group "${name}"` : `The name of a terminal group ${notText(name)}`;
  return refusal({
    code: 'GROUP_UNKNOWN',
    message: `${what}; configured are: ${names}${mayGrow ? ', and resolveGroup knows no such one' : ''}.`,
    kind: 'configuration',
    advice: mayGrow
      ? 'Use a configured name, or one that resolveGroup of the options of TillbridgeModule finds.'
      : 'Use a configured name, or add the group to the options of TillbridgeModule.',
  });
}
