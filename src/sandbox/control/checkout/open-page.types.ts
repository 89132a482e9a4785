import type { ComponentChildren } from 'preact';
import type { SandboxMethod } from '../../orders/index.js';
import type { PaymentInstrument, PaymentOutcome, Refusal } from '../../payments/index.js';

/** What was paid before, by a gift card: the rest is still due. */
export interface PaidPart {
  readonly name: string;
  /** Minor units. */
  readonly amount: number;
}

/** What every page of an open payment shows. */
export interface OpenPage {
  /** Who is paid: the terminal group's name. */
  readonly shop: string;
  readonly orderId: string;
  readonly description: string;
  /** What is bought, one line each; empty where the shop has sent no cart. */
  readonly lines: readonly string[];
  /** Minor units: the whole order, and what of it is still to be paid. */
  readonly amount: number;
  readonly due: number;
  readonly currency: string;
  readonly parts: readonly PaidPart[];
  /** What the shopper may choose among; one where the shop has fixed it. */
  readonly methods: readonly SandboxMethod[];
  /** The last try was declined. */
  readonly declined: boolean;
  /** Someone has tried to pay before. */
  readonly started: boolean;
  /** What is wrong with the form as a whole; null when nothing is. */
  readonly complaint: string | null;
  /** Where the shopper came from; null when the shop gave no address. */
  readonly returnUrl: string | null;
}

/** Texts by the name of a field. */
export type Fields = Readonly<Record<string, string | undefined>>;

/** A gift card, and what is on it now, in minor units. */
export interface GiftCardBalance {
  readonly number: string;
  readonly balance: number;
}

/** The page of one payment method. */
export interface MethodView {
  readonly page: OpenPage;
  readonly method: SandboxMethod;
  /** What was chosen from a list of the page: a test card that fills the form. */
  readonly choice: string | null;
  /** Which page of the method: its first one, or the one that an answer has led to. */
  readonly step: string | null;
  /** What the next form repeats: never a number that someone has typed. */
  readonly carried: Fields;
  /** What was typed, as far as it is shown again. */
  readonly kept: Fields;
  /** What is wrong, by field. */
  readonly problems: Fields;
  /** Differs for each payment: a reference, and what is drawn. */
  readonly reference: string;
  readonly giftCards: readonly GiftCardBalance[];
}

/** A form that was sent from a method's page. */
export interface MethodForm {
  readonly method: SandboxMethod;
  readonly step: string | null;
  readonly fields: Fields;
  readonly currency: string;
  /** Epoch milliseconds. */
  readonly now: number;
}

/**
 * What a form leads to: the payment goes on, by an outcome or by what it is paid with; another page of the method; or the
 * same page, which says what is wrong.
 */
export type FormAnswer =
  | { readonly outcome: PaymentOutcome; readonly refusal?: Refusal }
  | { readonly instrument: PaymentInstrument }
  | { readonly step: string; readonly carried: Fields }
  | { readonly problems: Fields; readonly kept: Fields };

/** The pages of one kind of payment method. */
export interface MethodPages {
  readonly content: (view: MethodView) => ComponentChildren;
  /** What stands beside the payment. Default: nothing. */
  readonly aside?: (view: MethodView) => ComponentChildren;
  readonly answer: (form: MethodForm) => FormAnswer;
}
