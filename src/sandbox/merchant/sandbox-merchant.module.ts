import { Module } from '@nestjs/common';
import { SignedFlash } from '../../pages/signed-flash.js';
import { FormToken } from '../../pages/form-token.js';
import { ClockController } from './clock.controller.js';
import { DeliveryList } from './delivery-list.js';
import { FaultsController } from './faults.controller.js';
import { SandboxPages } from './sandbox-pages.js';
import { HomeController } from './home.controller.js';
import { MerchantOrders } from './merchant-orders.js';
import { NotificationsController } from './notifications.controller.js';
import { OrderHistories } from './order-histories.js';
import { SettingsController } from './settings.controller.js';
import { MerchantTills } from './merchant-tills.js';
import { MerchantTransactionList } from './merchant-transaction-list.js';
import { TillsController } from './tills.controller.js';
import { TransactionsController } from './transactions.controller.js';

/** The front page and the merchant's pages of a standalone sandbox; inside a host those paths are the host's own. */
@Module({
  controllers: [
    HomeController,
    ClockController,
    FaultsController,
    NotificationsController,
    SettingsController,
    TillsController,
    TransactionsController,
  ],
  providers: [
    DeliveryList,
    { provide: SignedFlash, useFactory: () => new SignedFlash() },
    { provide: FormToken, useFactory: () => new FormToken() },
    SandboxPages,
    MerchantOrders,
    MerchantTills,
    OrderHistories,
    MerchantTransactionList,
  ],
})
export class SandboxMerchantModule {}
