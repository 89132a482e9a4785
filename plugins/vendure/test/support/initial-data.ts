import { LanguageCode, type InitialData } from '@vendure/core';

/** What every shop of the suite begins with. Prices are without tax: a mug is 14.10, sending it 7.05. */
export const initialData: InitialData = {
  defaultLanguage: LanguageCode.en,
  defaultZone: 'Europe',
  taxRates: [{ name: 'Standard Tax', percentage: 20 }],
  shippingMethods: [{ name: 'Standard Shipping', price: 500 }],
  countries: [{ name: 'Netherlands', code: 'NL', zone: 'Europe' }],
  paymentMethods: [
    { name: 'Online', handler: { code: 'tillbridge', arguments: [] } },
    { name: 'Reserved', handler: { code: 'tillbridge', arguments: [{ name: 'manualCapture', value: 'true' }] } },
  ],
  collections: [],
};
