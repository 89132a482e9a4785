import type { ComponentChildren } from 'preact';
import type { SandboxMethod } from '../../orders/index.js';
import type { PaymentInstrument, PaymentOutcome, DeclineReason } from '../../payments/index.js';

/** A part that a gift card has paid: the rest is still due. */
export interface PaidPart {
  readonly name: string;
  /** Minor units. */
  readonly amount: number;
}

/** The content of every page of an open payment. */
export interface OpenPage {
  /** The shop: the terminal group's name. */
  readonly shop: string;
  readonly orderId: string;
  readonly description: string;
  /** The bought items, one line each; empty if the shop sent no cart. */
  readonly lines: readonly string[];
  /** Minor units: the whole order, and the part that is still due. */
  readonly amount: number;
  readonly due: number;
  readonly currency: string;
  readonly parts: readonly PaidPart[];
  /** The methods to choose from; only one if the shop has fixed it. */
  readonly methods: readonly SandboxMethod[];
  /** The last attempt was declined. */
  readonly declined: boolean;
  /** There was a payment attempt before. */
  readonly started: boolean;
  /** The fault of the form as a whole; null if there is none. */
  readonly complaint: string | null;
  /** Where the shopper came from; null if the shop gave no URL. */
  readonly returnUrl: string | null;
}

/** Texts by the name of a field. */
export type Fields = Readonly<Record<string, string | undefined>>;

/** A gift card and its current balance, in minor units. */
export interface GiftCardBalance {
  readonly number: string;
  readonly balance: number;
}

/** The page of one payment method. */
export interface MethodView {
  readonly page: OpenPage;
  readonly method: SandboxMethod;
  /** The choice from a list on the page: a test card that fills the form. */
  readonly choice: string | null;
  /** Which page of the method: the first one, or one that follows an answer. */
  readonly step: string | null;
  /** Fields that the next form repeats; never a typed card number. */
  readonly carried: Fields;
  /** The typed values that may be shown again. */
  readonly kept: Fields;
  /** The faults, by field. */
  readonly problems: Fields;
  /** Unique for each payment; used for a payment reference and a drawing. */
  readonly reference: string;
  readonly giftCards: readonly GiftCardBalance[];
}

/** A submitted form of a method's page. */
export interface SubmittedMethodForm {
  readonly method: SandboxMethod;
  readonly step: string | null;
  readonly fields: Fields;
  readonly currency: string;
  /** Epoch milliseconds. */
  readonly now: number;
}

/**
 * The result of a form: the payment continues, with an outcome or with a means of payment; another page of the method;
 * or the same page with its faults.
 */
export type FormAnswer =
  | { readonly outcome: PaymentOutcome; readonly refusal?: DeclineReason }
  | { readonly instrument: PaymentInstrument }
  | { readonly step: string; readonly carried: Fields }
  | { readonly problems: Fields; readonly kept: Fields };

/** The pages of one kind of payment method. */
export interface MethodPages {
  readonly content: (view: MethodView) => ComponentChildren;
  /** The second column. Default: nothing. */
  readonly aside?: (view: MethodView) => ComponentChildren;
  readonly answer: (form: SubmittedMethodForm) => FormAnswer;
}
