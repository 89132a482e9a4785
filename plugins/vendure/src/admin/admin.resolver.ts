import { Args, Mutation, Query, ResolveField, Resolver } from '@nestjs/graphql';
import { Allow, Ctx, Permission, type ID, type RequestContext } from '@vendure/core';
import type { ActionResult } from './action.results';
import type { AttentionListView, OrderOverviewView } from './admin.types';
import { AttentionList, type ListPart } from './attention-list.service';
import { MoneyActions } from './money-actions.service';
import { OrderOverview } from './order-overview.service';
import type { AcknowledgeInput, DecideInput, PaymentInput, RefundInput, SurplusInput } from './staff-actions.inputs';
import { StaffActions } from './staff-actions.service';

/**
 * The operations of the Admin API. None runs in a surrounding transaction, because calls to the service must be outside
 * of one.
 */
@Resolver()
export class TillbridgeAdminResolver {
  constructor(
    private readonly overview: OrderOverview,
    private readonly attention: AttentionList,
    private readonly actions: StaffActions,
    private readonly money: MoneyActions,
  ) {}

  @Query()
  @Allow(Permission.ReadOrder)
  tillbridgeOrder(@Ctx() ctx: RequestContext, @Args('orderId') orderId: ID): Promise<OrderOverviewView | null> {
    return this.overview.of(ctx, orderId);
  }

  @Query()
  @Allow(Permission.ReadOrder)
  tillbridgeAttention(@Ctx() ctx: RequestContext, @Args() part: ListPart): Promise<AttentionListView> {
    return this.attention.page(ctx, part);
  }

  @Mutation()
  @Allow(Permission.UpdateOrder)
  readTillbridgePayment(@Ctx() ctx: RequestContext, @Args('input') input: PaymentInput): Promise<ActionResult> {
    return this.actions.read(ctx, input);
  }

  @Mutation()
  @Allow(Permission.UpdateOrder)
  acknowledgeTillbridgeAttention(
    @Ctx() ctx: RequestContext,
    @Args('input') input: AcknowledgeInput,
  ): Promise<ActionResult> {
    return this.actions.acknowledge(ctx, input);
  }

  @Mutation()
  @Allow(Permission.UpdateOrder)
  refundTillbridgeSurplus(@Ctx() ctx: RequestContext, @Args('input') input: SurplusInput): Promise<ActionResult> {
    return this.money.refund(ctx, input);
  }

  @Mutation()
  @Allow(Permission.UpdateOrder)
  recordTillbridgePayment(@Ctx() ctx: RequestContext, @Args('input') input: PaymentInput): Promise<ActionResult> {
    return this.money.record(ctx, input);
  }

  @Mutation()
  @Allow(Permission.UpdateOrder)
  cancelTillbridgeRefund(@Ctx() ctx: RequestContext, @Args('input') input: RefundInput): Promise<ActionResult> {
    return this.actions.cancelRefund(ctx, input);
  }

  @Mutation()
  @Allow(Permission.UpdateOrder)
  decideTillbridgeRefund(@Ctx() ctx: RequestContext, @Args('input') input: DecideInput): Promise<ActionResult> {
    return this.actions.decideRefund(ctx, input);
  }
}

/** Tells the type of a result. */
@Resolver('TillbridgeActionResult')
export class ActionResultResolver {
  @ResolveField()
  __resolveType(value: ActionResult): string {
    return value.__typename;
  }
}
