import { AsIs } from '../../../support/fields/field.decorators.js';

/**
 * What a returning shopper may be told: the money is there; it is not known yet; it was declined, cancelled or has expired.
 * An order that is not settled is `being-confirmed`, no matter what fails (scenario L6).
 */
export type ReturnState = 'paid' | 'being-confirmed' | 'not-paid';

/** The answer of the return page. It holds nothing personal, and does not reveal which orders exist. */
export interface ReturnAnswer {
  /** The shop's own id of a settled order. For an unsettled or unknown order: the id in the request. */
  readonly orderId: string;
  readonly state: ReturnState;
  /** After how many seconds the page should ask again; null when the order is settled, or has been open for too long. */
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

  /** Replaces the sentence when one caller has opened the page too often; without it, that of `being-confirmed` stays. */
  @AsIs()
  readonly busy?: string;

  /** While the page refreshes itself. */
  @AsIs()
  readonly waiting: string;

  /** When the page has stopped refreshing itself. */
  @AsIs()
  readonly stopped: string;

  @AsIs()
  readonly lookAgain: string;

  @AsIs()
  readonly order: string;

  @AsIs()
  readonly back: string;
}

/** What the shop's own page is made of. */
export interface ReturnPage extends ReturnAnswer {
  /** The language tag that was chosen, `en` or `nl` or one of the option `texts`. */
  readonly language: string;
  readonly texts: ReturnPageTexts;
  /** Whether this caller has opened the page too often: the order was not read. The status is 429. */
  readonly isBusy: boolean;
  /** The link that reads the order once more; relative. */
  readonly refreshUrl: string;
  /** The option `shopUrl`. */
  readonly shopUrl: string | null;
}

/**
 * The page to which the shopper returns (spec §6), as the shop configures it.
 *
 * @example
 * const page: ReturnPageOptions = { path: 'payments/return', shopUrl: 'https://shop.example' };
 */
export class ReturnPageOptions {
  /** Path of the route, without global prefix, such as `payments/return`: `redirectUrl` of the orders leads there. */
  @AsIs()
  path: string;

  /** Decorators of the controller, e.g. `[Public()]`, so that global guards let the shopper in. */
  @AsIs()
  decorators?: ClassDecorator[];

  /** Where a browser is redirected instead of being shown the page, by state: an http(s) URL or a path; null shows the page. */
  @AsIs()
  redirectTo?: (answer: ReturnAnswer) => string | null;

  /** A link back to the shop, shown on the page. */
  @AsIs()
  shopUrl?: string;

  /** Texts by language, in addition to or instead of English (`en`) and Dutch (`nl`). */
  @AsIs(() => ReturnPageTexts, true)
  texts?: Readonly<Record<string, ReturnPageTexts>>;

  /** Renders the shop's own page: complete HTML, everything escaped. It is refreshed as the module's page is. */
  @AsIs()
  view?: (page: ReturnPage) => string;
}
