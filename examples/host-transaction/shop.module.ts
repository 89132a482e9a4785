import { Module, type DynamicModule } from '@nestjs/common';
import { TypeOrmModule, type TypeOrmModuleOptions } from '@nestjs/typeorm';
import { TillbridgeModule, type TillbridgeOptions } from 'tillbridge';
import { tillbridgeEntities } from 'tillbridge/database';
import { FulfilmentService } from './fulfilment.service.js';
import { ShopTransaction } from './shop-transaction.js';
import { Shelf, Taking } from './stock.entities.js';
import { StockService } from './stock.service.js';

/** The settings that differ between environments. */
export interface ShopPlace {
  readonly database: TypeOrmModuleOptions;
  readonly apiKey: string;
  readonly serviceUrl: string;
  /** Where the service reaches this shop. */
  readonly shopUrl?: string;
}

const paymentsOf = ({ apiKey, serviceUrl, shopUrl = 'http://localhost:3000' }: ShopPlace): TillbridgeOptions => ({
  terminalGroups: [
    {
      name: 'web',
      mode: 'sandbox',
      apiKeys: [apiKey],
      baseUrl: serviceUrl,
      notificationUrl: `${shopUrl}/payments/notifications/web`,
    },
  ],
  // The token of a provider of this shop: the module resolves it when the application starts.
  effects: { hostTransaction: ShopTransaction },
});

/** A shop whose services take no EntityManager. */
@Module({ providers: [ShopTransaction, StockService, FulfilmentService] })
export class ShopModule {
  static at(place: ShopPlace): DynamicModule {
    const entities = [...tillbridgeEntities, Shelf, Taking];
    return {
      module: ShopModule,
      imports: [
        // A real shop runs migrations; this one starts with a new database each time.
        TypeOrmModule.forRoot({ ...place.database, entities, synchronize: true }),
        TillbridgeModule.forRoot(paymentsOf(place)),
      ],
    };
  }
}
