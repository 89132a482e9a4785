import type { Provider } from '@nestjs/common';
import { ForeignOrders, GroupRenames, ProcessRegistry } from '../group-names/index.js';
import { ORDER_DESK } from '../tillbridge.tokens.js';
import { OrderDeskService } from './order-desk.service.js';
import { OrderDossiers } from './order-dossier.service.js';
import { OrderRecheck } from './order-recheck.service.js';
import { OrderSearch } from './order-search.service.js';
import { TillbridgeNotifications } from './stored-notifications.service.js';

/** What people work with by hand, and what tells them how things stand. */
export const OPERATOR_PROVIDERS: readonly Provider[] = [
  { provide: ORDER_DESK, useExisting: OrderDeskService },
  ForeignOrders,
  GroupRenames,
  OrderDeskService,
  OrderDossiers,
  OrderRecheck,
  OrderSearch,
  ProcessRegistry,
  TillbridgeNotifications,
];
