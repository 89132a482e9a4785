import { Args, Mutation, Query, ResolveField, Resolver } from '@nestjs/graphql';
import { Allow, Ctx, Permission, type RequestContext } from '@vendure/core';
import { CheckoutService, type CheckoutStatus, type CreatePaymentInput } from './checkout.service';

type CreatePaymentResult = Awaited<ReturnType<CheckoutService['createPayment']>>;

/**
 * The operations of the Shop API. None runs in a surrounding transaction, because calls to the service must be outside
 * of one.
 */
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

/** Tells the type of a result. */
@Resolver('CreateTillbridgePaymentResult')
export class CreatePaymentResultResolver {
  @ResolveField()
  __resolveType(value: { readonly __typename: string }): string {
    return value.__typename;
  }
}
