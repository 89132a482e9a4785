import type { Request, Response } from 'express';
import { ApiClient, errorOf } from '../api/api-client';
import type { MaybeError } from '../api/shop-types';
import { ORDER, ORDERS, REFUND, SIGN_IN } from '../api/staff-queries';
import type { OrderRow, StaffOrder } from '../api/staff-types';
import type { Settings } from '../settings';
import { CLERK, readCookie, setCookie } from '../storefront/cookies';

/** What a clerk wants to give back. */
export interface RefundWanted {
  readonly paymentId: string;
  /** Minor units. */
  readonly amount: number;
  readonly reason: string;
}

/** One clerk's dealings with the Admin API. */
export class Clerk {
  private constructor(private readonly api: ApiClient) {}

  /** The clerk of a request: the session is kept in a cookie. */
  static of(request: Request, response: Response, { serverUrl }: Settings): Clerk {
    const keep = (token: string): void => setCookie(response, CLERK, token);
    return new Clerk(new ApiClient(`${serverUrl}/admin-api`, readCookie(request, CLERK), keep));
  }

  /** @returns a sentence when the name or the password is wrong */
  async signIn(username: string, password: string): Promise<string | undefined> {
    const { login } = await this.api.ask<{ login: MaybeError }>(SIGN_IN, { username, password });
    return errorOf(login) && 'That name and password do not belong together.';
  }

  /** Orders that have come as far as paying, the latest first. */
  async orders(): Promise<readonly OrderRow[]> {
    const { orders } = await this.api.ask<{ orders: { items: OrderRow[] } }>(ORDERS);
    return orders.items;
  }

  async order(code: string): Promise<StaffOrder | undefined> {
    const { orders } = await this.api.ask<{ orders: { items: StaffOrder[] } }>(ORDER, { code });
    return orders.items[0];
  }

  /** Gives money back, through Vendure: it asks the plugin. @returns a sentence when it does not */
  async refund({ paymentId, amount, reason }: RefundWanted): Promise<string | undefined> {
    const input = { paymentId, amount, reason, lines: [], shipping: 0, adjustment: 0 };
    const { refundOrder } = await this.api.ask<{ refundOrder: MaybeError }>(REFUND, { input });
    return errorOf(refundOrder);
  }
}
