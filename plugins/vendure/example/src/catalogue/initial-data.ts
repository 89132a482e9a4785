import { LanguageCode, type InitialData } from '@vendure/core';

const VAT = 21;

/** What a Vendure shop needs beside its goods: countries, tax, and how parcels are sent. Prices in cents, with tax. */
export const initialData: InitialData = {
  defaultLanguage: LanguageCode.en,
  defaultZone: 'Europe',
  countries: [
    { name: 'Netherlands', code: 'NL', zone: 'Europe' },
    { name: 'Belgium', code: 'BE', zone: 'Europe' },
    { name: 'France', code: 'FR', zone: 'Europe' },
    { name: 'Germany', code: 'DE', zone: 'Europe' },
  ],
  taxRates: [{ name: 'Standard VAT', percentage: VAT }],
  shippingMethods: [
    { name: 'Parcel post', price: 4_95, taxRate: VAT },
    { name: 'Courier, tomorrow', price: 9_95, taxRate: VAT },
  ],
  // The payment method is made when all the rest is there: populate.ts.
  paymentMethods: [],
  collections: [],
};
