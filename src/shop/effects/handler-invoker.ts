import { Inject, Injectable, type Type } from '@nestjs/common';
import { ApplicationConfig, ExternalContextCreator, ModulesContainer, NestContainer } from '@nestjs/core';
import { isObservable, lastValueFrom } from 'rxjs';
import type { EntityManager } from 'typeorm';
import { waitAtMost } from '../../support/index.js';
import { messages, type TillbridgeSettings, SETTINGS, ErrorRedactor } from '../core/index.js';
import { keepingTransaction } from './kept-transaction.js';
import type { HandledEvent } from './effect-event.js';
import { measured } from './handler-telemetry.js';
import { HostTransactionPort, isMisuse } from './host-transaction.port.js';
import { OutsideWriteWarnings } from './outside-write-warnings.js';
import { WatchedCall } from './watched-call.js';

/** The value of `ExecutionContext.getType()` while a handler runs. */
const CONTEXT_TYPE = 'tillbridge';
/** The metadata key of `@UseFilters`. */
const FILTERS_METADATA = '__exceptionFilters__';

type Method = (...args: unknown[]) => unknown;

/** What is needed to bind a handler. */
export interface HandlerPlace {
  readonly instance: object;
  readonly method: string;
  readonly effect: string;
  readonly phase: 'transaction' | 'commit';
}

/** The host's modules without its global guards, interceptors and filters. */
class LocalContainer extends NestContainer {
  constructor(private readonly hostModules: ModulesContainer) {
    super(new ApplicationConfig());
  }

  override getModules(): ModulesContainer {
    return this.hostModules;
  }
}

/**
 * Calls handlers as Nest calls methods: through the guards, interceptors and filters declared on them. These must not turn a
 * handler that failed, or never ran, into an effect that happened (decision 016).
 */
@Injectable()
export class HandlerInvoker {
  private readonly creator: ExternalContextCreator;
  /** The result of the method itself, independent of the code around it. */
  private readonly runs = new WeakMap<object, WatchedCall>();

  constructor(
    creator: ExternalContextCreator,
    modules: ModulesContainer,
    private readonly texts: ErrorRedactor,
    @Inject(SETTINGS) private readonly settings: TillbridgeSettings,
    private readonly host: HostTransactionPort,
    private readonly outside: OutsideWriteWarnings,
  ) {
    this.creator = settings.effects.inheritAppConfig
      ? creator
      : ExternalContextCreator.fromContainer(new LocalContainer(modules));
  }

  /**
   * Makes the function that runs a handler for an event. Each event object is run once.
   *
   * @returns a function that resolves when the method itself has succeeded in time, and throws in any other case
   */
  bind(place: HandlerPlace): (event: HandledEvent, tx?: EntityManager) => Promise<void> {
    const call = this.inContext(place);
    const { effect, phase } = place;
    const { transactionLimitMs, commitLimitMs } = this.settings.effects;
    const limitMs = phase === 'transaction' ? transactionLimitMs : commitLimitMs;
    const notKept = (): string => messages.transactionNotKept(effect);
    return measured(place, async (event, tx) => {
      const run = new WatchedCall();
      this.runs.set(event, run);
      const late = (): never => {
        throw new Error(messages.handlerLate(effect, limitMs));
      };
      try {
        const called = (): Promise<unknown> => (tx ? this.host.join(tx, effect, () => call(event, tx)) : call(event));
        const inTime = async (): Promise<unknown> => waitAtMost(called(), { ms: limitMs, late, ref: false });
        await (tx ? this.outside.during(tx, effect, () => keepingTransaction(tx, inTime, notKept)) : inTime());
      } catch (error) {
        // The method's own error counts: a deadlock must be recognised, even if a filter replaces the error.
        if (run.state !== 'failed' || isMisuse(error)) throw error;
        if (tx) this.texts.thrownBy(effect, run.error);
        throw run.error;
      }
      assertEnded(run, effect);
    });
  }

  private inContext({ instance, method, effect, phase }: HandlerPlace): (...args: unknown[]) => Promise<unknown> {
    const original = (instance as Record<string, Method>)[method]!;
    const filters = this.settings.effects.inheritAppConfig || hasFilters(instance, original);
    // Nest's own filter, which is used where there is none, would log the error a second time.
    const options = { guards: true, interceptors: true, filters };
    const watched = this.watched(original, phase === 'transaction' ? effect : null);
    const none = [undefined, undefined, undefined, undefined] as const;
    return this.creator.create(instance, watched, method, ...none, options, CONTEXT_TYPE);
  }

  /**
   * The method, wrapped to record how it ends. The wrapper has the metadata of the original.
   *
   * @param once - name of the effect where an interceptor must not call the method again (`retry()`): the writes of a failed
   *   run stay in the transaction, and would be committed with those of the next run
   */
  private watched(original: Method, once: string | null): Method {
    const { runs, texts } = this;
    async function watched(this: unknown, ...args: unknown[]): Promise<unknown> {
      const run = runs.get(args[0] as object) ?? new WatchedCall();
      const refuseRepeat = (effect: string): never => {
        throw run.error ?? new Error(messages.handlerRepeated(effect));
      };
      const work = async (): Promise<unknown> => {
        try {
          const result = await original.apply(this, args);
          return isObservable(result) ? await lastValueFrom(result, { defaultValue: undefined }) : result;
        } catch (error) {
          throw texts.clean(error);
        }
      };
      return run.run(work, once === null ? undefined : () => refuseRepeat(once));
    }
    Object.defineProperty(watched, 'name', { value: original.name });
    return Object.setPrototypeOf(watched, original) as Method;
  }
}

const hasFilters = (instance: object, method: Method): boolean =>
  [instance.constructor as Type, method].some((target) => Reflect.hasMetadata(FILTERS_METADATA, target));

/** @throws the handler's own error, or one that says that its result was not awaited or that it was never called */
function assertEnded(run: WatchedCall, effect: string): void {
  if (run.state === 'ended') return;
  if (run.state === 'failed') throw run.error;
  throw new Error(run.state === 'running' ? messages.handlerLeft(effect) : messages.handlerNotCalled(effect));
}
