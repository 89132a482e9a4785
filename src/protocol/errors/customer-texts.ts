import type { CustomerText } from './error-code.types.js';

/** Texts for customers. Several error codes share a text if the customer can do the same about them. */
export const CUSTOMER_TEXTS = {
  unavailable: {
    en: 'Paying is not possible at the moment. Please try again later or contact us.',
    nl: 'Betalen lukt op dit moment niet. Probeer het later opnieuw of neem contact met ons op.',
  },
  notStarted: {
    en: 'We could not start your payment. Please contact us, nothing was charged.',
    nl: 'We konden je betaling niet starten. Neem contact met ons op, er is niets afgeschreven.',
  },
  otherMethod: {
    en: 'This payment method is not available now. Please choose another one.',
    nl: 'Deze betaalmethode is nu niet beschikbaar. Kies een andere.',
  },
  otherCurrency: {
    en: 'Paying in this currency is not possible. Please contact us.',
    nl: 'Betalen in deze valuta is niet mogelijk. Neem contact met ons op.',
  },
  alreadyProcessed: {
    en: 'A payment for this order exists already. Please look at the state of your order before you pay again.',
    nl: 'Er is al een betaling voor deze bestelling. Bekijk eerst de status van je bestelling voordat je opnieuw betaalt.',
  },
  notRefundable: {
    en: 'This amount cannot be refunded any more. Please contact us.',
    nl: 'Dit bedrag kan niet meer worden terugbetaald. Neem contact met ons op.',
  },
  checkAccount: {
    en: 'Please check the details of your payment account and try again.',
    nl: 'Controleer de gegevens van je betaalrekening en probeer het opnieuw.',
  },
  balance: {
    en: 'The balance of your account is too low. Please choose another payment method.',
    nl: 'Het saldo van je rekening is te laag. Kies een andere betaalmethode.',
  },
  checkCountry: {
    en: 'Please check the country in your address.',
    nl: 'Controleer het land in je adres.',
  },
  bank: {
    en: 'Your bank cannot be reached. Please try again in a moment or choose another payment method.',
    nl: 'Je bank is niet bereikbaar. Probeer het zo opnieuw of kies een andere betaalmethode.',
  },
  chooseBank: {
    en: 'Please choose your bank once more.',
    nl: 'Kies je bank nog een keer.',
  },
  refused: {
    en: 'Your payment was not approved. Please choose another payment method.',
    nl: 'Je betaling is niet goedgekeurd. Kies een andere betaalmethode.',
  },
  refundChecked: {
    en: 'We are looking into your refund. You need not do anything.',
    nl: 'We kijken je terugbetaling na. Je hoeft niets te doen.',
  },
  notChanged: {
    en: 'We could not change your order. Please contact us.',
    nl: 'We konden je bestelling niet wijzigen. Neem contact met ons op.',
  },
  notFound: {
    en: 'We could not find your order. Please contact us.',
    nl: 'We konden je bestelling niet vinden. Neem contact met ons op.',
  },
  notShown: {
    en: 'We cannot look that up at the moment. Please try again later.',
    nl: 'We kunnen dat nu niet opzoeken. Probeer het later opnieuw.',
  },
  failed: {
    en: 'That did not work. Please contact us.',
    nl: 'Dat is niet gelukt. Neem contact met ons op.',
  },
  checkDetails: {
    en: 'Please check your details and try again.',
    nl: 'Controleer je gegevens en probeer het opnieuw.',
  },
  alreadyPaid: {
    en: 'Your order has been paid already. You need not do anything.',
    nl: 'Je bestelling is al betaald. Je hoeft niets te doen.',
  },
  pending: {
    en: 'Your payment is being confirmed. Please wait a moment before you try again.',
    nl: 'Je betaling wordt bevestigd. Wacht even voordat je het opnieuw probeert.',
  },
  unknown: {
    en: 'Something went wrong. Please look at the state of your order and try again later.',
    nl: 'Er ging iets mis. Bekijk de status van je bestelling en probeer het later opnieuw.',
  },
} as const satisfies Readonly<Record<string, CustomerText>>;
