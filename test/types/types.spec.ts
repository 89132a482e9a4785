import { describe, expect, it } from '@jest/globals';
import { announcedErrors, compileAsShop, declarationErrors, shownOfGroup } from './consumer.js';
import { errorsOfDeclarations } from './installed.js';
import { DECLARED, EXAMPLES, FROM_VARIABLES } from './examples.js';

const root = process.cwd();

describe('the types of the built package', () => {
  it('take what is right, and refuse mixed currencies, numbers as money and unknown groups, each line for its reason', () => {
    expect(compileAsShop(root, EXAMPLES)).toEqual(announcedErrors(EXAMPLES));
  });

  it('take a variable that may not be set, also where optional fields are exact (the default of `tsc --init`)', () => {
    expect(compileAsShop(root, FROM_VARIABLES, { exactOptionalPropertyTypes: true })).toEqual(
      announcedErrors(FROM_VARIABLES),
    );
  });

  it('can be written down in the declarations of a shop, which `nest new` switches on', () => {
    expect(errorsOfDeclarations(root, DECLARED)).toEqual([]);
  });

  it('have no error of their own, for the strictest compiler', () => {
    expect(declarationErrors(root, FROM_VARIABLES, { exactOptionalPropertyTypes: true })).toEqual([]);
  });

  it('show the calls of one terminal group in an editor as those of the services, with their errors and examples', () => {
    const shown = {
      paymentMethods: '(filter?: PaymentMethodFilter) => Promise<OfferedPaymentMethod[]> @throws @example',
      'transactions.list': '(filter?: TransactionFilter, options?: ListOptions) => TransactionList @throws @example',
      'orders.create': '(input: CreatePaymentOrderInput) => Promise<CreatedPaymentOrder> @param @throws',
      'orders.find': '(id: string) => Promise<PaymentOrder | null> @throws',
      'orders.settle': '(id: string, options?: Omit<SettleOptions, "group">) => Promise<PaymentOrder> @param @throws',
      'orders.erase': '(id: string, options: Omit<OrderDecision, "group">) => Promise<OrderErasure> @throws',
      'orders.capture': '(serviceOrderId: string, given: CapturePaymentOrderInput) => Promise<OrderPart>',
      'refunds.remaining':
        '(id: string, options?: Omit<InGroup & { readonly currency?: string; }, "group">) => Promise<Money<string>> @param @throws',
      'refunds.upcoming': '(options?: { readonly limit?: number; }) => Promise<Refund[]> @param @throws',
      'refunds.pauseLane': '(decision: OperatorDecision) => Promise<RefundLane> @throws',
    };
    expect(shownOfGroup(root, Object.keys(shown))).toEqual(Object.values(shown));
  });
});
