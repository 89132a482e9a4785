import { Module } from '@nestjs/common';
import { ForeignOrders } from './group-rename/foreign-orders.service.js';
import { GroupRenames } from './group-rename/group-rename.service.js';
import { OrderDeskService } from './order-desk.service.js';
import { OrderDossiers } from './order-dossier.service.js';
import { OrderRecheck } from './order-recheck.service.js';
import { OrderSearch } from './order-search.service.js';
import { Reconciliation } from './reconciliation/reconciliation.service.js';
import { TillbridgeNotifications } from './stored-notifications.service.js';
import { Timeline } from './timeline/timeline.service.js';

const SERVICES = [
  ForeignOrders,
  GroupRenames,
  OrderDeskService,
  OrderDossiers,
  OrderRecheck,
  OrderSearch,
  Reconciliation,
  TillbridgeNotifications,
  Timeline,
];

/** What people work with by hand, and what tells them how an order stands. */
@Module({ providers: SERVICES, exports: SERVICES })
export class AdminModule {}
