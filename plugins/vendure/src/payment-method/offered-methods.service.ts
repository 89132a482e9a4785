import { Inject, Injectable } from '@nestjs/common';
import { Logger, TtlCache, type RequestContext } from '@vendure/core';
import { Payments, type OfferedPaymentMethod } from 'tillbridge';
import { LOGGER_CONTEXT, PLUGIN_OPTIONS } from '../constants';
import type { TillbridgePluginOptions } from '../options/plugin-options';
import { groupOf } from '../options/resolve-options';

/** The amount to be paid, and the payment method. */
export interface OfferQuestion {
  /** Empty for any method. */
  readonly gateway: string;
  readonly currency: string;
  /** Minor units. */
  readonly amount: number;
  readonly country?: string;
}

const KEPT_MS = 60_000;
const KEPT_ANSWERS = 500;

/** The methods that the service offers; read at most once a minute for each terminal group, currency and country. */
@Injectable()
export class OfferedMethods {
  private readonly kept = new TtlCache<string, Promise<OfferedPaymentMethod[] | null>>({
    ttl: KEPT_MS,
    cacheSize: KEPT_ANSWERS,
  });

  constructor(
    private readonly payments: Payments,
    @Inject(PLUGIN_OPTIONS) private readonly options: TillbridgePluginOptions,
  ) {}

  /**
   * Whether an order can be paid with the method. If the service cannot be reached, the answer is yes: the service
   * itself decides then.
   */
  async isOffered(ctx: RequestContext, question: OfferQuestion): Promise<boolean> {
    const { gateway, currency, amount, country } = question;
    const group = groupOf(this.options, ctx.channel);
    const offered = await this.ask(group, currency, country);
    return offered === null || offered.some((each) => (gateway === '' || each.id === gateway) && takes(each, amount));
  }

  private ask(group: string, currency: string, country?: string): Promise<OfferedPaymentMethod[] | null> {
    const key = `${group}/${currency}/${country ?? ''}`;
    const kept = this.kept.get(key);
    if (kept) return kept;
    const answer = this.payments
      .group(group)
      .paymentMethods({ currency, country })
      .catch((error: unknown) => {
        this.kept.delete(key);
        Logger.warn(`The payment methods of ${group} are not known: ${String(error)}`, LOGGER_CONTEXT);
        return null;
      });
    this.kept.set(key, answer);
    return answer;
  }
}

const takes = ({ allowed_amount: { min, max } }: OfferedPaymentMethod, amount: number): boolean =>
  amount >= (min ?? 0) && (max === null || amount <= max);
