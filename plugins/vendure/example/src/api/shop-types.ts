/** What the Shop API answers to the questions of `shop-queries.ts`. Money in minor units. */

export interface ProductSeen {
  readonly id: string;
  readonly name: string;
  readonly slug: string;
  readonly description: string;
  readonly variants: readonly {
    readonly id: string;
    readonly priceWithTax: number;
    readonly currencyCode: string;
    readonly stockLevel: string;
  }[];
}

export interface LineSeen {
  readonly id: string;
  readonly quantity: number;
  readonly linePriceWithTax: number;
  readonly productVariant: { readonly id: string; readonly name: string; readonly product: { readonly slug: string } };
}

export interface BasketSeen {
  readonly id: string;
  readonly code: string;
  readonly state: string;
  readonly totalQuantity: number;
  readonly subTotalWithTax: number;
  readonly shippingWithTax: number;
  readonly totalWithTax: number;
  readonly currencyCode: string;
  readonly lines: readonly LineSeen[];
}

export interface ShippingSeen {
  readonly id: string;
  readonly name: string;
  readonly priceWithTax: number;
}

export interface CountrySeen {
  readonly code: string;
  readonly name: string;
}

export interface RefundSeen {
  readonly id: string;
  readonly total: number;
  readonly state: string;
}

export interface OrderSeen extends BasketSeen {
  readonly payments: readonly {
    readonly state: string;
    readonly amount: number;
    readonly refunds: readonly RefundSeen[];
  }[];
}

export interface PaymentStatusSeen {
  readonly orderState: string;
  readonly state: 'NONE' | 'OPEN' | 'AUTHORISED' | 'PAID' | 'FAILED';
  readonly isRecorded: boolean;
  readonly paymentUrl: string | null;
  readonly settlesAt: string | null;
}

/** A result that may be an error result. */
export interface MaybeError {
  readonly errorCode?: string;
  readonly message?: string;
}
