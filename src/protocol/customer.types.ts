/** The customer in the order object (spec §2.2 `customer`); `null` for fields that were not given. */
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

/** A person and an address (protocol §2.1). Texts have at most 200 characters unless stated otherwise. */
export interface AddressInput {
  readonly first_name?: string | null;
  readonly last_name?: string | null;
  readonly company_name?: string | null;
  /** Street. */
  readonly address1?: string | null;
  readonly address2?: string | null;
  readonly house_number?: string | null;
  readonly zip_code?: string | null;
  readonly city?: string | null;
  readonly state?: string | null;
  /** ISO 3166-1 alpha-2, in capitals (spec §7, 1018). */
  readonly country?: string | null;
  readonly country_name?: string | null;
  /** At most 25 characters. */
  readonly phone?: string | null;
  /** The same, under its name in the order object. */
  readonly phone1?: string | null;
  readonly phone2?: string | null;
  /** At most 254 characters. */
  readonly email?: string | null;
}

/**
 * What a shop may tell about the customer when it creates an order (spec §2.5, protocol §2.1). `locale`, `ip_address`,
 * `forwarded_ip`, `user_agent` and `referrer` are taken as the request has them: they are brought into the form that the
 * service knows, and left out where that cannot be done. They never make an order invalid.
 */
export interface CustomerInput extends AddressInput {
  /** Language: `nl_NL`, `nl`, or the whole `Accept-Language`, of which the first entry counts. */
  readonly locale?: string | null;
  /** Address of the customer's browser, used in fraud checks: IPv4 or IPv6, also as `::ffff:192.0.2.7`, or with a port. */
  readonly ip_address?: string | null;
  /** The customer's address behind a proxy, or the whole `X-Forwarded-For`, of which the first address is sent. */
  readonly forwarded_ip?: string | null;
  /** The shop's own reference of the customer, to whom stored tokens belong. */
  readonly reference?: string | null;
  /** Number in the chamber of commerce's register. */
  readonly cocnumber?: string | null;
  /** `YYYY-MM-DD`. */
  readonly birthday?: string | null;
  /** Pay-later methods require it. */
  readonly gender?: string | null;
  /** The browser's `User-Agent`; cut after 1,000 characters. */
  readonly user_agent?: string | null;
  /** The page that the customer came from; cut after 1,000 characters. */
  readonly referrer?: string | null;
  /** Whether the service must not write to the customer. */
  readonly disable_send_email?: boolean | null;
}

/** Free fields of an order (spec §2.2 `custom_info`). */
export interface CustomInfo {
  readonly custom_1: string | null;
  readonly custom_2: string | null;
  readonly custom_3: string | null;
}
