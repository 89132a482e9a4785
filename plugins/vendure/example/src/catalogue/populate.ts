import type { INestApplication } from '@nestjs/common';
import {
  ChannelService,
  CurrencyCode,
  Importer,
  LanguageCode,
  PaymentMethodService,
  Populator,
  RequestContextService,
  type RequestContext,
} from '@vendure/core';
import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { lastValueFrom } from 'rxjs';
import { TILLBRIDGE_CHECKER_CODE, TILLBRIDGE_HANDLER_CODE } from 'tillbridge-vendure';
import { HOME } from '../home';
import { initialData } from './initial-data';
import { PAYMENT_METHOD } from './payment-method';

const PRODUCTS = join(HOME, 'catalogue', 'products.csv');

/** Fills an empty shop: tax, shipping, goods, and the payment method that the plugin serves. */
export async function populate(app: INestApplication): Promise<void> {
  const contexts = app.get(RequestContextService);
  await sellInEuro(app, await contexts.create({ apiType: 'admin' }));
  await app.get(Populator).populateInitialData(initialData);
  const ctx = await contexts.create({ apiType: 'admin', languageCode: LanguageCode.en });
  const { errors } = await lastValueFrom(app.get(Importer).parseAndImport(createReadStream(PRODUCTS), ctx));
  if (errors && errors.length > 0) throw new Error(`The catalogue was not imported: ${errors.join('; ')}`);
  await createPaymentMethod(app, ctx);
}

/** Prices are in euro and have the tax in them, as shoppers in Europe expect. */
async function sellInEuro(app: INestApplication, ctx: RequestContext): Promise<void> {
  await app.get(ChannelService).update(ctx, {
    id: ctx.channelId,
    availableCurrencyCodes: [CurrencyCode.EUR],
    defaultCurrencyCode: CurrencyCode.EUR,
    pricesIncludeTax: true,
  });
}

/** What a shop does by hand in the dashboard: a payment method with the plugin's handler and its eligibility checker. */
async function createPaymentMethod(app: INestApplication, ctx: RequestContext): Promise<void> {
  const name = 'Pay online';
  await app.get(PaymentMethodService).create(ctx, {
    code: PAYMENT_METHOD,
    enabled: true,
    translations: [{ languageCode: LanguageCode.en, name, description: '' }],
    handler: {
      code: TILLBRIDGE_HANDLER_CODE,
      arguments: [
        { name: 'gateway', value: '' },
        { name: 'manualCapture', value: 'false' },
        { name: 'daysActive', value: '0' },
      ],
    },
    checker: {
      code: TILLBRIDGE_CHECKER_CODE,
      arguments: [
        { name: 'gateway', value: '' },
        { name: 'minAmount', value: '0' },
        { name: 'maxAmount', value: '0' },
      ],
    },
  });
}
