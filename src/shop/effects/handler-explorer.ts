import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { DiscoveryService, MetadataScanner } from '@nestjs/core';
import type { EntityManager } from 'typeorm';
import { TerminalGroups, messages, optionsError } from '../core/index.js';
import { HandlerInvoker } from './handler-invoker.js';
import type { HandledEvent } from './effect-event.js';
import { checkSubscriptions } from './subscription-checks.js';
import { subscriptionsOf, type Subscription } from './subscriptions.js';

/** Width of its column: with a longer name no transition could be recorded. */
const MAX_EFFECT_LENGTH = 160;

/** One subscribed method, ready to be called. */
export interface PaymentHandler {
  /** The effect's name, unique in the application. */
  readonly effect: string;
  /** The kinds of transitions it receives, as they are recorded. */
  readonly kinds: readonly string[];
  readonly group: string | undefined;
  readonly phase: 'transaction' | 'commit';
  /** Resolves when the method has succeeded; throws in any other case, also when it takes too long. */
  readonly run: (event: HandledEvent, tx?: EntityManager) => Promise<void>;
}

interface Provider {
  readonly instance: object | null;
  /** Each consumer gets its own instance; the instance found here was never constructed. */
  readonly isTransient: boolean;
  isDependencyTreeStatic(): boolean;
}

/**
 * Replaces `void`, the deprecated name of `cancelled`. A method that has subscribed to both, in one subscription or in two,
 * is called once.
 */
function inOneWord(subscriptions: readonly Subscription[]): Subscription[] {
  return subscriptions.map((subscription) => {
    if (!subscription.kinds.includes('void')) return subscription;
    const { after, group } = subscription;
    const hasHandler = subscriptions.some(
      (other) => other.kinds.includes('cancelled') && other.after === after && (other.group ?? group) === group,
    );
    const others = subscription.kinds.filter((kind) => kind !== 'void' && kind !== 'cancelled');
    const isOwn = subscription.kinds.includes('cancelled');
    return { ...subscription, kinds: hasHandler && !isOwn ? others : [...others, 'cancelled'] };
  });
}

/** A generator returns an iterator that no one reads, so the method's own lines would never run. */
const isGenerator = (method: object): boolean => Object.prototype.toString.call(method).includes('Generator');

/**
 * Finds the methods marked with `@OnPayment` and `@OnRefund` once, when the module starts, and returns those that match a
 * transition.
 */
@Injectable()
export class HandlerExplorer implements OnModuleInit {
  private readonly logger = new Logger('Tillbridge:Effects');
  private readonly handlers = new Map<string, PaymentHandler>();

  constructor(
    private readonly discovery: DiscoveryService,
    private readonly scanner: MetadataScanner,
    private readonly calls: HandlerInvoker,
    private readonly groups: TerminalGroups,
  ) {}

  /** @throws PaymentError `OPTIONS_INVALID` when a handler cannot be called or two effects share a name */
  onModuleInit(): void {
    const seen = new Set<object | null>();
    for (const wrapper of [...this.discovery.getProviders(), ...this.discovery.getControllers()]) {
      const provider = wrapper as Provider;
      // An alias (useExisting) shows the same instance again; it is not a second handler.
      if (!seen.has(provider.instance)) this.explore(provider);
      seen.add(provider.instance);
    }
  }

  /** The handlers of a transition, in the order of their discovery. */
  matching(kind: string, group: string): PaymentHandler[] {
    return this.all.filter(
      (handler) => handler.kinds.includes(kind) && (handler.group === undefined || handler.group === group),
    );
  }

  /** Every handler, in the order of their discovery. */
  get all(): PaymentHandler[] {
    return [...this.handlers.values()];
  }

  /** The handler with this effect name; undefined when its code has been removed. */
  get(effect: string): PaymentHandler | undefined {
    return this.handlers.get(effect);
  }

  private explore(provider: Provider): void {
    const { instance } = provider;
    if (instance === null || typeof instance !== 'object') return;
    const prototype = Object.getPrototypeOf(instance) as Record<string, unknown> | null;
    if (!prototype) return;
    for (const name of this.scanner.getAllMethodNames(prototype)) {
      const method = prototype[name];
      if (typeof method !== 'function') continue;
      const place = `${instance.constructor.name}.${name}`;
      const subscriptions = subscriptionsOf(method);
      checkSubscriptions(subscriptions, place);
      for (const subscription of inOneWord(subscriptions)) {
        const { decorator } = subscription;
        if (provider.isTransient || !provider.isDependencyTreeStatic())
          throw optionsError([messages.requestScopedHandler(decorator, place)]);
        if (isGenerator(method)) throw optionsError([messages.generatorHandler(decorator, place)]);
        this.add(instance, name, subscription);
      }
    }
  }

  private add(instance: object, method: string, subscription: Subscription): void {
    // The name of the class, not of the token of a factory or an alias, which may be a symbol.
    const effect = subscription.name ?? `${instance.constructor.name}.${method}`;
    const { group, decorator } = subscription;
    if (effect.length > MAX_EFFECT_LENGTH)
      throw optionsError([messages.effectNameTooLong(decorator, effect, MAX_EFFECT_LENGTH)]);
    if (this.handlers.has(effect)) throw optionsError([messages.duplicateEffect(decorator, effect)]);
    if (group !== undefined && !this.groups.find(group) && !this.groups.mayResolve(group))
      this.logger.warn(messages.handlerOfNoGroup(decorator, effect, group));
    const phase = subscription.after === 'commit' ? 'commit' : 'transaction';
    this.handlers.set(effect, {
      effect,
      kinds: subscription.kinds,
      group,
      phase,
      run: this.calls.bind({ instance, method, effect, phase }),
    });
  }
}
