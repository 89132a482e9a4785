import { Inject, Injectable } from '@nestjs/common';
import type { Fault as OptionFault } from '../../../protocol/index.js';
import { SandboxError } from '../sandbox.error.js';
import type { SandboxSettings } from '../options/sandbox.settings.js';
import { SANDBOX_SETTINGS } from '../sandbox.tokens.js';
import { drawFault } from './fault-chance.js';
import { checkFaultDetails, checkFaultOptions, checkScript } from '../options/fault-checks.js';
import type {
  RequestFault,
  FaultDetails,
  FaultKind,
  FaultOperation,
  FaultOptions,
  FaultState,
  InjectedFault,
  ScriptedFault,
} from '../options/fault.types.js';

/** Details of a scripted fault, and the number of requests that it affects. */
export interface ScriptOptions extends FaultDetails {
  /** Default 1. */
  readonly times?: number;
}

/** The request or notification that a fault may affect. */
export interface FaultOccasion {
  readonly operation: FaultOperation;
  /** Method and path of a call, or the order's id; never a query, which may hold a key. */
  readonly target: string;
  /** Excludes kinds that make no sense here. */
  readonly mayStrike?: (kind: FaultKind) => boolean;
}

const KEPT_INJECTED = 1_000;
const CALL_DELAY_MS = 1_000;
const NOTIFICATION_DELAY_MS = 60_000;
const DEFAULT_DETAILS = { status: 503, skewMs: -3_600_000, retryAfterSeconds: 1, lagMs: 2_000 };

/**
 * Faults on demand: scripted, for the next request of an operation, or by chance, from a seed.
 *
 * @example
 * ```ts
 * sandbox.faults.next('refund', 'response-lost'); // the next refund is booked, and its answer is lost
 * sandbox.faults.next('notification', 'duplicate', 3);
 * sandbox.faults.useChance({ seed: 42, probabilities: { 'error-before': 0.1, drop: 0.05 } });
 * ```
 */
@Injectable()
export class SandboxFaults {
  readonly #counts = new Map<FaultOperation, number>();
  #chance: FaultOptions | null;
  #scripted: ScriptedFault[] = [];
  #injected: InjectedFault[] = [];

  constructor(@Inject(SANDBOX_SETTINGS) private readonly settings: SandboxSettings) {
    this.#chance = settings.faults;
  }

  /**
   * Affects the next request of an operation, or the next few. Earlier scripted faults come first, and there is no
   * random fault while a scripted one waits.
   *
   * @param options the number of times, or also details.
   * @throws SandboxError `FAULT_INVALID`
   */
  next(operation: FaultOperation, kind: FaultKind, options: number | ScriptOptions = 1): void {
    const { times = 1, ...details } = typeof options === 'number' ? { times: options } : options;
    refuse([...checkScript(operation, kind, times), ...checkFaultDetails(details, 'details')]);
    this.#scripted.push({ operation, kind, times, details: given(details) });
  }

  /**
   * Makes faults happen by chance from now on, and starts the sequence of the seed; null ends that.
   *
   * @throws SandboxError `FAULT_INVALID`
   */
  useChance(options: FaultOptions | null): void {
    if (options !== null) refuse(checkFaultOptions(options));
    this.#chance = options;
    this.#counts.clear();
  }

  /** Ends every fault, scripted or by chance, and clears the list of those that have happened. */
  clear(): void {
    this.useChance(null);
    this.#scripted = [];
    this.#injected = [];
  }

  /** The set-up faults, and those that have happened. */
  state(): FaultState {
    return { chance: this.#chance, scripted: [...this.#scripted], injected: [...this.#injected] };
  }

  /** The fault for this occasion, if any; call it once for each request. */
  take(occasion: FaultOccasion): RequestFault | null {
    const { operation, target } = occasion;
    const number = (this.#counts.get(operation) ?? 0) + 1;
    this.#counts.set(operation, number);
    const fault = this.#takeScripted(occasion) ?? this.#draw(occasion, number);
    if (fault === null) return null;
    const { kind, by } = fault;
    const injected = { at: this.settings.clock.now(), operation, kind, by, number, target };
    this.#injected = [...this.#injected, injected].slice(-KEPT_INJECTED);
    return fault;
  }

  #takeScripted({ operation, mayStrike = () => true }: FaultOccasion): RequestFault | null {
    const index = this.#scripted.findIndex((each) => each.operation === operation && mayStrike(each.kind));
    const found = this.#scripted[index];
    if (found === undefined) return null;
    const left = found.times > 1 ? [{ ...found, times: found.times - 1 }] : [];
    this.#scripted.splice(index, 1, ...left);
    return {
      kind: found.kind,
      operation,
      by: 'script',
      details: complete(found.kind, operation, found.details),
      roll: 0.5,
    };
  }

  #draw({ operation, mayStrike }: FaultOccasion, number: number): RequestFault | null {
    if (this.#chance === null) return null;
    const { kind, roll } = drawFault(this.#chance, { operation, number }, mayStrike);
    if (kind === null) return null;
    const { seed: _seed, probabilities: _probabilities, operations: _operations, ...details } = this.#chance;
    return { kind, operation, by: 'seed', details: complete(kind, operation, given(details)), roll };
  }
}

// A form may contain an empty field.
function given(details: FaultDetails): FaultDetails {
  return Object.fromEntries(Object.entries(details).filter(([, value]) => value !== undefined));
}

// Calls are delayed in real time, within the time limit of a client; notifications by the sandbox's clock.
function complete(kind: FaultKind, operation: FaultOperation, details: FaultDetails): RequestFault['details'] {
  const waits = operation === 'notification' && kind !== 'slow-body';
  return { ...DEFAULT_DETAILS, delayMs: waits ? NOTIFICATION_DELAY_MS : CALL_DELAY_MS, ...details };
}

function refuse(faults: readonly OptionFault[]): void {
  if (faults.length === 0) return;
  const list = faults.map(({ path, message }) => `${path} ${message}`).join('; ');
  const advice = 'FAULT_RULES lists the kinds of faults and the operations that each can strike.';
  throw new SandboxError('FAULT_INVALID', `The fault cannot be set up: ${list}.`, { advice });
}
