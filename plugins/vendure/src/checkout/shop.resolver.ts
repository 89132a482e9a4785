import { Args, Mutation, Query, ResolveField, Resolver } from '@nestjs/graphql';
import { Allow, Ctx, Permission, type RequestContext } from '@vendure/core';
import { CheckoutService, type CheckoutStatus, type CreatePaymentInput } from './checkout.service';

type CreatePaymentResult = Awaited<ReturnType<CheckoutService['createPayment']>>;

/** What the Shop API gets. None of it runs in a transaction around the whole: the service is asked outside of any. */
@Resolver()
export class TillbridgeShopResolver {
  constructor(private readonly checkout: CheckoutService) {}

  @Mutation()
  @Allow(Permission.Owner)
  createTillbridgePayment(
    @Ctx() ctx: RequestContext,
    @Args('input') input: CreatePaymentInput,
  ): Promise<CreatePaymentResult> {
    return this.checkout.createPayment(ctx, input);
  }

  @Query()
  @Allow(Permission.Owner)
  tillbridgePaymentStatus(@Ctx() ctx: RequestContext, @Args('orderCode') orderCode: string): Promise<CheckoutStatus> {
    return this.checkout.status(ctx, orderCode);
  }
}

/** Says which of its types a result is. */
@Resolver('CreateTillbridgePaymentResult')
export class CreatePaymentResultResolver {
  @ResolveField()
  __resolveType(value: { readonly __typename: string }): string {
    return value.__typename;
  }
}
