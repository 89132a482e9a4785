/** ISO 4217 codes by their number of decimals, without funds and metals, which have no minor units. */
const CODES_BY_EXPONENT: Readonly<Record<number, string>> = {
  0: 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF',
  2:
    'AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BMD BND BOB BOV BRL BSD BTN BWP BYN BZD CAD CDF CHE CHF CHW ' +
    'CNY COP COU CRC CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD HNL HTG HUF IDR ILS ' +
    'INR IRR JMD KES KGS KHR KPW KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MXV MYR MZN ' +
    'NAD NGN NIO NOK NPR NZD PAB PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC ' +
    'SYP SZL THB TJS TMT TOP TRY TTD TWD TZS UAH USD USN UYU UZS VED VES WST XCD XCG YER ZAR ZMW ZWG',
  3: 'BHD IQD JOD KWD LYD OMR TND',
  4: 'CLF UYW',
};

const EXPONENTS: ReadonlyMap<string, number> = new Map(
  Object.entries(CODES_BY_EXPONENT).flatMap(([exponent, codes]) =>
    codes.split(' ').map((code): [string, number] => [code, Number(exponent)]),
  ),
);

/** Every ISO 4217 code that money may have, in capitals. */
export const CURRENCIES: readonly string[] = [...EXPONENTS.keys()];

/**
 * The number of decimals of a currency (ISO 4217: 0, 2, 3 or 4).
 *
 * @param code - ISO 4217 code in capitals
 * @returns the exponent, or `undefined` for a code that is not listed
 * @example
 * currencyExponent('EUR'); // 2
 * currencyExponent('JPY'); // 0
 */
export function currencyExponent(code: string): number | undefined {
  return EXPONENTS.get(code);
}

/**
 * Whether a code is an ISO 4217 currency that money may have; capitals only.
 *
 * @example
 * isCurrency('EUR'); // true
 * isCurrency('eur'); // false
 */
export function isCurrency(code: string): boolean {
  return EXPONENTS.has(code);
}
