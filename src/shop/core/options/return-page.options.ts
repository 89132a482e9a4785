import { AsIs } from '../../../support/fields/field.decorators.js';

/**
 * What a shopper who comes back may be told: the money is there; nobody knows yet; it was declined, cancelled or has
 * expired. As long as it is not settled it is `being-confirmed`, whatever goes wrong (scenario L6).
 */
export type ReturnState = 'paid' | 'being-confirmed' | 'not-paid';

/** The answer of the return page. Holds nothing personal, and nothing by which one could find out which orders there are. */
export interface ReturnAnswer {
  /** The shop's own id of a settled order; while it is being confirmed, and of an unknown one, the id asked for. */
  readonly orderId: string;
  readonly state: ReturnState;
  /** After how many seconds it is worth asking again; null when it is settled, or has taken too long to wait for. */
  readonly refreshAfterSeconds: number | null;
}

class ByState implements Readonly<Record<ReturnState, string>> {
  @AsIs()
  readonly paid: string;

  @AsIs()
  readonly 'being-confirmed': string;

  @AsIs()
  readonly 'not-paid': string;
}

/**
 * The sentences of the page in one language.
 *
 * @example
 * const busy = (texts: ReturnPageTexts): ReturnPageTexts => ({ ...texts, busy: 'Just a moment.' });
 */
export class ReturnPageTexts {
  @AsIs(() => ByState)
  readonly titles: Readonly<Record<ReturnState, string>>;

  @AsIs(() => ByState)
  readonly sentences: Readonly<Record<ReturnState, string>>;

  /** In place of the sentence when one caller has opened the page too often; without it, that of `being-confirmed` stays. */
  @AsIs()
  readonly busy?: string;

  /** While the page refreshes itself. */
  @AsIs()
  readonly waiting: string;

  /** When it no longer does. */
  @AsIs()
  readonly stopped: string;

  @AsIs()
  readonly lookAgain: string;

  @AsIs()
  readonly order: string;

  @AsIs()
  readonly back: string;
}

/** What a page of the shop's own is made of. */
export interface ReturnPage extends ReturnAnswer {
  /** The language tag that was chosen, `en` or `nl` or one of the option `texts`. */
  readonly language: string;
  readonly texts: ReturnPageTexts;
  /** Whether this caller has opened the page too often: nobody has looked how the order stands. The status is 429. */
  readonly isBusy: boolean;
  /** Where the page leads that looks once more; relative. */
  readonly refreshUrl: string;
  /** The option `shopUrl`. */
  readonly shopUrl: string | null;
}

/**
 * The page to which the shopper returns (spec §6), as the shop wants it.
 *
 * @example
 * const page: ReturnPageOptions = { path: 'payments/return', shopUrl: 'https://shop.example' };
 */
export class ReturnPageOptions {
  /** Path of the route, without global prefix, such as `payments/return`: `redirectUrl` of the orders leads there. */
  @AsIs()
  path: string;

  /** Put on the controller, e.g. `[Public()]`, so that global guards let the shopper in. */
  @AsIs()
  decorators?: ClassDecorator[];

  /** Where a browser is sent instead of being shown the page, by state: an http(s) URL or a path; null shows the page. */
  @AsIs()
  redirectTo?: (answer: ReturnAnswer) => string | null;

  /** A link back to the shop, shown on the page. */
  @AsIs()
  shopUrl?: string;

  /** Texts by language, besides or in place of English (`en`) and Dutch (`nl`). */
  @AsIs(() => ReturnPageTexts, true)
  texts?: Readonly<Record<string, ReturnPageTexts>>;

  /** Renders a page of the shop's own: complete HTML, everything escaped. It is refreshed as the module's own is. */
  @AsIs()
  view?: (page: ReturnPage) => string;
}
