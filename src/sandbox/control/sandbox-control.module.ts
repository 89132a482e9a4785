import { Module } from '@nestjs/common';
import { CheckoutController } from './checkout/checkout.controller.js';
import { CheckoutService } from './checkout/checkout.service.js';
import { OpenCheckout } from './checkout/open-checkout.js';
import { ClockApiController } from './endpoints/clock-api.controller.js';
import { ControlAnswers } from './endpoints/control-answers.js';
import { FaultsApiController } from './endpoints/faults-api.controller.js';
import { GiftCardsApiController } from './endpoints/gift-cards-api.controller.js';
import { NotificationsApiController } from './endpoints/notifications-api.controller.js';
import { OrdersApiController } from './endpoints/orders-api.controller.js';
import { SwitchesApiController } from './endpoints/switches-api.controller.js';
import { TillsApiController } from './endpoints/tills-api.controller.js';
import { TokensApiController } from './endpoints/tokens-api.controller.js';
import { SecondChancesApiController } from './endpoints/second-chances-api.controller.js';
import { Sandbox } from './sandbox.js';

/** What controls the sandbox from outside: the library class, the control endpoints, and the payment page. */
@Module({
  controllers: [
    CheckoutController,
    ClockApiController,
    FaultsApiController,
    GiftCardsApiController,
    NotificationsApiController,
    OrdersApiController,
    SwitchesApiController,
    TillsApiController,
    TokensApiController,
    SecondChancesApiController,
  ],
  providers: [CheckoutService, ControlAnswers, OpenCheckout, Sandbox],
  exports: [Sandbox],
})
export class SandboxControlModule {}
