/** The customer as the order object carries it (spec §2.2 `customer`); `null` where nothing was given. */
export interface Customer {
  readonly address1: string | null;
  readonly address2: string | null;
  readonly city: string | null;
  readonly cocnumber: string | null;
  readonly company_name: string | null;
  /** ISO 3166-1 alpha-2. */
  readonly country: string | null;
  readonly country_name: string | null;
  readonly email: string | null;
  readonly first_name: string | null;
  readonly house_number: string | null;
  readonly last_name: string | null;
  /** Language and country, such as `nl_NL`. */
  readonly locale: string | null;
  readonly phone1: string | null;
  readonly phone2: string | null;
  readonly state: string | null;
  readonly zip_code: string | null;
}

/** What a shop may say about the customer when it creates an order (spec §2.5). */
export interface CustomerInput extends Partial<Customer> {
  /** Address of the customer's browser, used in fraud checks; one IPv4 or IPv6 address. */
  readonly ip_address?: string | null;
  /** The same as seen behind a proxy; one address, not a list. */
  readonly forwarded_ip?: string | null;
  /** The shop's own reference of the customer, owner of stored payment tokens. */
  readonly reference?: string | null;
}

/** Free fields of an order (spec §2.2 `custom_info`). */
export interface CustomInfo {
  readonly custom_1: string | null;
  readonly custom_2: string | null;
  readonly custom_3: string | null;
}
