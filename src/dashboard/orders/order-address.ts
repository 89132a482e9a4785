import { PATHS, type DashboardContext } from '../frame/dashboard.layout.js';

/** Path of one order's page, below the dashboard's own: its id may hold slashes, so it goes into the query. */
export const ORDER = 'order';

/** Path of the search that leads to the one order it finds. */
export const FIND = 'find';

/** What an order is named by. */
export interface OrderName {
  readonly group: string;
  readonly orderId: string;
}

/** Path of one order's page below the page's `base`. */
export const orderPath = ({ group, orderId }: OrderName): string =>
  `${PATHS.orders}/${ORDER}?${new URLSearchParams({ group, id: orderId })}`;

/** Address of one order's page. */
export const orderAddress = ({ base }: Pick<DashboardContext, 'base'>, name: OrderName): string =>
  base + orderPath(name);

/** Address of a form about an order. */
export const orderActionAddress = (
  { base }: Pick<DashboardContext, 'base'>,
  { group, orderId }: OrderName,
  action: string,
): string => `${base}${PATHS.orders}/${ORDER}/${action}?${new URLSearchParams({ group, id: orderId })}`;
