import { Module } from '@nestjs/common';
import { DecisionLog } from './decision-log.js';
import { ForeignOrders } from './group-rename/foreign-orders.js';
import { GroupRenames } from './group-rename/group-renames.js';
import { OrderAdminService } from './order-admin.service.js';
import { OrderDetailsService } from './order-details.service.js';
import { OrderMoneyReader } from './order-money-reader.js';
import { OrderRecheck } from './order-recheck.js';
import { OrderSearch } from './order-search.js';
import { Reconciliation } from './reconciliation/reconciliation.js';
import { UnseenMoney } from './reconciliation/unseen-money.js';
import { TillbridgeNotifications } from './tillbridge-notifications.js';
import { Timeline } from './timeline/timeline.js';

const SERVICES = [
  DecisionLog,
  ForeignOrders,
  GroupRenames,
  OrderAdminService,
  OrderDetailsService,
  OrderMoneyReader,
  OrderRecheck,
  OrderSearch,
  Reconciliation,
  TillbridgeNotifications,
  Timeline,
  UnseenMoney,
];

/** The actions that people take by hand, and the views of an order for them. */
@Module({ providers: SERVICES, exports: SERVICES })
export class AdminModule {}
