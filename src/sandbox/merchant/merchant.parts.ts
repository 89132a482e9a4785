import type { Provider, Type } from '@nestjs/common';
import { ClockController } from './clock.controller.js';
import { DeliveryList } from './delivery-list.js';
import { FaultsController } from './faults.controller.js';
import { FlashSeal } from '../../pages/flash-seal.js';
import { FormToken } from '../../pages/form-token.js';
import { FrontDesk } from './front-desk.js';
import { MerchantOrders } from './merchant-orders.js';
import { NotificationsController } from './notifications.controller.js';
import { OrderHistories } from './order-history.js';
import { SettingsController } from './settings.controller.js';
import { TransactionList } from './transaction-list.js';
import { TransactionsController } from './transactions.controller.js';

/** The merchant pages of a standalone sandbox; inside a host those paths are the host's own. */
export const MERCHANT_CONTROLLERS: Type[] = [
  ClockController,
  FaultsController,
  NotificationsController,
  SettingsController,
  TransactionsController,
];

/** What the merchant pages are made with. */
export const MERCHANT_PROVIDERS: Provider[] = [
  DeliveryList,
  { provide: FlashSeal, useFactory: () => new FlashSeal() },
  { provide: FormToken, useFactory: () => new FormToken() },
  FrontDesk,
  MerchantOrders,
  OrderHistories,
  TransactionList,
];
