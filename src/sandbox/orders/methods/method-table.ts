import { GIFT_CARDS } from './gift-card-rows.js';
import type {
  MethodComponents,
  MethodFields,
  MethodKind,
  MethodRow,
  SandboxMethod,
  TokenModel,
} from './method.types.js';
import { bankAccountDetails, cardDetails, walletDetails } from './payment-details.js';

const STORED: readonly TokenModel[] = ['cardonfile', 'subscription', 'unscheduled'];
const FORM: MethodComponents = { hasFields: true, qr: false };
const NO_FORM: MethodComponents = { hasFields: false, qr: false };
const EUR: readonly string[] = ['EUR'];

const PLAIN: MethodFields = {
  localNames: {},
  hint: 'Pay with your account',
  details: walletDetails,
  currencies: [],
  countries: [],
  maxAmount: null,
  brands: [],
  needsCart: false,
  taxPercents: null,
  customerData: [],
  tokenModels: [],
  components: null,
  listed: true,
};

/** The default fields of each kind of method. */
const KINDS: Readonly<Record<MethodKind, MethodFields>> = {
  card: {
    ...PLAIN,
    hint: 'Pay with your card',
    details: cardDetails,
    tokenModels: STORED,
    components: FORM,
  },
  banking: { ...PLAIN, hint: 'Pay with your own bank', components: NO_FORM },
  wallet: PLAIN,
  'pay-later': {
    ...PLAIN,
    hint: 'Buy now, pay later',
    currencies: EUR,
    needsCart: true,
    customerData: [
      'first_name',
      'last_name',
      'email',
      'phone',
      'address1',
      'house_number',
      'zip_code',
      'city',
      'country',
    ],
    components: FORM,
  },
  prepaid: { ...PLAIN, hint: 'Pay with the number of a voucher' },
  'gift-card': { ...PLAIN, hint: 'Pay all of it or a part', currencies: EUR, countries: ['NL'] },
};

const BORN = [...KINDS['pay-later'].customerData, 'birthday', 'gender'];
const CARD_BRANDS = ['AMEX', 'MAESTRO', 'MASTERCARD', 'VISA'];
const belgian = { currencies: EUR, countries: ['BE'] };
const PAY_LATER_NL = { countries: ['NL'], maxAmount: 300_000 };

const CARDS: readonly MethodRow[] = [
  ['AMEX', 'American Express'],
  [
    'CREDITCARD',
    'Cards',
    { brands: CARD_BRANDS, localNames: { de: 'Karten', es: 'Tarjetas', fr: 'Cartes', nl: 'Kaarten' } },
  ],
  ['MAESTRO', 'Maestro'],
  ['MASTERCARD', 'Mastercard'],
  ['VISA', 'Visa'],
];

const TRANSFER_NAMES = {
  de: 'Banküberweisung',
  es: 'Transferencia bancaria',
  fr: 'Virement bancaire',
  nl: 'Bankoverschrijving',
};
const DEBIT_NAMES = {
  de: 'SEPA-Lastschrift',
  es: 'Adeudo directo SEPA',
  fr: 'Prélèvement SEPA',
  nl: 'SEPA-incasso',
};
const BANK_ACCOUNT = { details: bankAccountDetails };
const IDEAL = {
  ...BANK_ACCOUNT,
  hint: 'Pay with your own bank',
  currencies: EUR,
  countries: ['NL'],
  maxAmount: 5_000_000,
  tokenModels: STORED,
};

const BANKING: readonly MethodRow[] = [
  ['BANKTRANS', 'Bank transfer', { ...BANK_ACCOUNT, hint: 'Transfer the amount yourself', localNames: TRANSFER_NAMES }],
  ['BELFIUS', 'Belfius', belgian],
  ['BIZUM', 'Bizum', { currencies: EUR, countries: ['ES'], maxAmount: 100_000, customerData: ['phone'] }],
  ['CBC', 'CBC', belgian],
  ['DBRTP', 'Request to Pay', { currencies: EUR, countries: ['DE', 'NL'] }],
  [
    'DIRDEB',
    'SEPA Direct Debit',
    { hint: 'From your bank account, by IBAN', currencies: EUR, localNames: DEBIT_NAMES, components: FORM },
  ],
  [
    'DIRECTBANK',
    'Sofort',
    { currencies: ['CHF', 'EUR', 'GBP', 'PLN'], countries: ['AT', 'BE', 'CH', 'DE', 'ES', 'GB', 'IT', 'PL'] },
  ],
  ['DOTPAY', 'Dotpay', { currencies: ['EUR', 'PLN'], countries: ['PL'], customerData: ['email'] }],
  ['EPS', 'EPS', { currencies: EUR, countries: ['AT'] }],
  ['GIROPAY', 'giropay', { currencies: EUR, countries: ['DE'] }],
  ['IDEAL', 'iDEAL', IDEAL],
  ['IDEALQR', 'iDEAL QR', { ...IDEAL, hint: 'Scan the code with your bank', tokenModels: [], components: null }],
  ['KBC', 'KBC', belgian],
  ['MBWAY', 'MB WAY', { currencies: EUR, countries: ['PT'], customerData: ['phone'], components: FORM }],
  [
    'MISTERCASH',
    'Bancontact',
    {
      ...belgian,
      hint: 'Card or app',
      details: cardDetails,
      tokenModels: STORED,
      components: { hasFields: true, qr: true },
    },
  ],
  ['MULTIBANCO', 'Multibanco', { currencies: EUR, countries: ['PT'] }],
  ['MYBANK', 'MyBank', { currencies: EUR, countries: ['IT'], components: FORM }],
  ['TRUSTLY', 'Trustly', { currencies: ['CZK', 'DKK', 'EUR', 'GBP', 'NOK', 'PLN', 'SEK'] }],
  ['TRUSTPAY', 'TrustPay', { currencies: ['CZK', 'EUR'], countries: ['CZ', 'EE', 'LT', 'LV', 'SI', 'SK'] }],
];

const WALLETS: readonly MethodRow[] = [
  ['ALIPAY', 'Alipay', { countries: ['CN'] }],
  ['ALIPAYPLUS', 'Alipay+'],
  ['AMAZONBTN', 'Amazon Pay'],
  ['APPLEPAY', 'Apple Pay', { brands: CARD_BRANDS, components: FORM }],
  ['GOOGLEPAY', 'Google Pay', { brands: CARD_BRANDS, components: FORM }],
  ['PAYPAL', 'PayPal', { hint: 'Pay with your account', components: NO_FORM }],
  ['WALLET', 'Wallet', { listed: false }],
  ['WECHAT', 'WeChat Pay', { hint: 'Scan a code with the app', countries: ['CN'] }],
];

const KLARNA = {
  currencies: ['CHF', 'DKK', 'EUR', 'GBP', 'NOK', 'PLN', 'SEK'],
  countries: ['AT', 'BE', 'CH', 'DE', 'DK', 'FI', 'GB', 'NL', 'NO', 'PL', 'SE'],
};
const RIVERTY = {
  currencies: ['CHF', 'DKK', 'EUR', 'NOK', 'SEK'],
  countries: ['AT', 'BE', 'CH', 'DE', 'DK', 'FI', 'NL', 'NO', 'SE'],
  customerData: BORN,
};
const BILLINK_TAXES = [0, 5, 6, 7, 9, 16, 19, 20, 21];
const AFTER_DELIVERY = { de: 'Zahlung nach Lieferung', fr: 'Payer après livraison', nl: 'Betaal na Ontvangst' };
const INVOICE = { de: 'Kauf auf Rechnung', es: 'Factura', fr: 'Paiement sur facture', nl: 'Betalen op rekening' };
const BUSINESS = [...KINDS['pay-later'].customerData, 'company_name'];

const PAY_LATER: readonly MethodRow[] = [
  ['AFTERPAY', 'Riverty', RIVERTY],
  ['BILLINK', 'Billink', { countries: ['BE', 'DE', 'NL'], customerData: BORN, taxPercents: BILLINK_TAXES }],
  ['BNPL_INST', 'Pay in instalments', { ...PAY_LATER_NL, listed: false }],
  ['BNPL_INSTM', 'Pay in instalments', PAY_LATER_NL],
  ['BNPL_MF', 'Pay after delivery, by MultiFactor', PAY_LATER_NL],
  ['BNPL_OB', 'Pay later by open banking', { ...PAY_LATER_NL, listed: false }],
  ['EINVOICE', 'E-Invoicing', { countries: ['NL'], localNames: INVOICE }],
  ['IN3', 'in3', { countries: ['NL'], maxAmount: 500_000, customerData: BORN }],
  ['IN3B2B', 'in3 for business', { countries: ['NL'], customerData: BUSINESS, listed: false }],
  ['KLARNA', 'Klarna', KLARNA],
  ['PAYAFTER', 'Pay After Delivery', { ...PAY_LATER_NL, localNames: AFTER_DELIVERY, customerData: BORN }],
  ['SANTANDER', 'Santander Consumer Finance', { countries: ['NL'], maxAmount: 800_000 }],
  ['ZINIA', 'Zinia', { countries: ['DE', 'ES', 'NL'], maxAmount: 300_000 }],
  ['ZINIA_IN3', 'Zinia in instalments', { countries: ['DE', 'ES', 'NL'], maxAmount: 300_000, listed: false }],
];

const PREPAID: readonly MethodRow[] = [['PSAFECARD', 'Paysafecard', { maxAmount: 100_000 }]];

const rowsOf = (kind: MethodKind, rows: readonly MethodRow[]): SandboxMethod[] =>
  rows.map(([code, name, own]) => ({ ...KINDS[kind], ...own, code, name, kind }));

/**
 * Every payment method of the service. Codes, kinds and the methods for euro only are published; limits, countries and
 * the other currencies are examples, because every account has its own.
 */
export const METHOD_TABLE: readonly SandboxMethod[] = [
  ...rowsOf('card', CARDS),
  ...rowsOf('banking', BANKING),
  ...rowsOf('wallet', WALLETS),
  ...rowsOf('pay-later', PAY_LATER),
  ...rowsOf('prepaid', PREPAID),
  ...rowsOf('gift-card', GIFT_CARDS),
];
