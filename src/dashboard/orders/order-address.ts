import { PATHS, type DashboardContext } from '../frame/dashboard.layout.js';

/** Path of one order's page, below the dashboard's own. An order id may contain slashes, so it stands in the query. */
export const ORDER = 'order';

/** Path of the search that redirects to a single result. */
export const FIND = 'find';

/** The group and id of an order. */
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
