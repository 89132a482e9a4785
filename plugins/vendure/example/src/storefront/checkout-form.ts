/** What a shopper fills in at the checkout. */
export interface CheckoutForm {
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly street: string;
  readonly postalCode: string;
  readonly city: string;
  readonly country: string;
  /** The id of the shipping method. */
  readonly shipping: string;
}

/** Filled in already, so that no one has to type to try the shop. */
export const SAMPLE: CheckoutForm = {
  email: 'ann.bell@example.org',
  firstName: 'Ann',
  lastName: 'Bell',
  street: 'Herengracht 12',
  postalCode: '1015 BK',
  city: 'Amsterdam',
  country: 'NL',
  shipping: '',
};

const LONGEST = 100;

/** Reads the form; what is absent or far too long is empty. */
export function readCheckoutForm(body: Readonly<Record<string, unknown>>): CheckoutForm {
  const read = (name: keyof CheckoutForm): string => {
    const value = body[name];
    return typeof value === 'string' && value.length <= LONGEST ? value.trim() : '';
  };
  return {
    email: read('email'),
    firstName: read('firstName'),
    lastName: read('lastName'),
    street: read('street'),
    postalCode: read('postalCode'),
    city: read('city'),
    country: read('country'),
    shipping: read('shipping'),
  };
}

/** A sentence when something is missing. */
export function problemOf(form: CheckoutForm): string | undefined {
  if (!form.email.includes('@')) return 'Please give an e-mail address, for the confirmation.';
  return Object.values(form).includes('') ? 'Please fill in every field.' : undefined;
}
