/** Every mutant, in the order of the promises; each file of table/ has those of one subject. */
import { GROUPS } from './table/groups.mjs';
import { BODIES } from './table/bodies.mjs';
import { CLIENT } from './table/client.mjs';
import { CREATION } from './table/creation.mjs';
import { DATABASE } from './table/database.mjs';
import { MERGING } from './table/merge.mjs';
import { MONEY } from './table/money.mjs';
import { NOTIFICATIONS } from './table/notifications.mjs';
import { EFFECTS, ORDERS } from './table/orders.mjs';
import { POLLING } from './table/polling.mjs';
import { REFUND_ADMIN } from './table/refund-admin.mjs';
import { REFUND_LANES } from './table/refund-lanes.mjs';
import { REFUNDS } from './table/refunds.mjs';
import { SANDBOX_TRIES } from './table/sandbox-tries.mjs';
import { SANDBOX } from './table/sandbox.mjs';
import { SANDBOX_PAGES } from './table/sandbox-pages.mjs';
import { SANDBOX_TOKENS } from './table/sandbox-tokens.mjs';
import { SECRETS } from './table/secrets.mjs';
import { WORK } from './table/work.mjs';

/** See the types. */
export const MUTANTS = [
  ...NOTIFICATIONS,
  ...BODIES,
  ...ORDERS,
  ...CREATION,
  ...GROUPS,
  ...MERGING,
  ...EFFECTS,
  ...WORK,
  ...REFUNDS,
  ...MONEY,
  ...REFUND_ADMIN,
  ...REFUND_LANES,
  ...CLIENT,
  ...POLLING,
  ...SECRETS,
  ...DATABASE,
  ...SANDBOX,
  ...SANDBOX_TRIES,
  ...SANDBOX_PAGES,
  ...SANDBOX_TOKENS,
];
