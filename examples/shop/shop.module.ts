import { type DynamicModule, type MiddlewareConsumer, Inject, Module, type NestModule } from '@nestjs/common';
import { APP_FILTER } from '@nestjs/core';
import { TypeOrmModule } from '@nestjs/typeorm';
import { TillbridgeModule } from 'tillbridge';
import { TillbridgeDashboardModule } from 'tillbridge/dashboard';
import type { ShopConfig } from './config.js';
import { SHOP_ENTITIES, shopDatabase } from './database/shop-database.js';
import { MailService } from './mail/mail.service.js';
import { CheckoutService } from './orders/checkout.service.js';
import { OrdersService } from './orders/orders.service.js';
import { HOST } from './process/ports.js';
import { SHOP_CONFIG } from './shop.tokens.js';
import { StockService } from './stock/stock.service.js';
import { AssetsController } from './web/assets.controller.js';
import { CheckoutController } from './web/checkout.controller.js';
import { LiveOrders } from './web/live-orders.js';
import { OrdersController } from './web/orders.controller.js';
import { UnknownPageFilter } from './web/page-errors.filter.js';
import { OperatorGuard, operatorOf, roleOf } from './web/operator.guard.js';
import { pageHeaders } from './web/page-headers.js';
import { ShopController } from './web/shop.controller.js';

/** The shop's account at the service. */
const terminalGroup = (config: ShopConfig) => ({
  name: 'web',
  mode: 'sandbox' as const,
  apiKeys: [config.apiKey],
  baseUrl: config.serviceUrl,
  notificationUrl: `http://${HOST}:${config.port}/payments/notifications/web`,
});

/** The pages for staff, at /payments/dashboard. */
const dashboard = TillbridgeDashboardModule.forRoot({
  guard: OperatorGuard,
  user: operatorOf,
  role: roleOf,
  links: [
    { text: 'The shop', href: '/' },
    { text: 'The sandbox', href: '/sandbox' },
  ],
});

/** The whole shop. */
@Module({})
export class ShopModule implements NestModule {
  constructor(@Inject(SHOP_CONFIG) private readonly config: ShopConfig) {}

  /** A shop with this configuration. */
  static with(config: ShopConfig): DynamicModule {
    return {
      module: ShopModule,
      imports: [
        TypeOrmModule.forRoot(shopDatabase(config)),
        TypeOrmModule.forFeature(SHOP_ENTITIES),
        TillbridgeModule.forRoot({ terminalGroups: [terminalGroup(config)], workers: config.workers }),
        ...(config.operatorPassword ? [dashboard] : []),
      ],
      controllers: [ShopController, CheckoutController, OrdersController, AssetsController],
      providers: [
        { provide: SHOP_CONFIG, useValue: config },
        { provide: APP_FILTER, useClass: UnknownPageFilter },
        CheckoutService,
        OrdersService,
        StockService,
        MailService,
        LiveOrders,
        OperatorGuard,
      ],
    };
  }

  configure(consumer: MiddlewareConsumer): void {
    consumer.apply(pageHeaders(this.config)).forRoutes('{*path}');
  }
}
