/** What makes the sandbox's payment page another one than shoppers know. */
const CARD_PAGE = { promise: null, spec: 'test/sandbox/pages/checkout-methods.spec.ts' };

export const SANDBOX_PAGES = [
  {
    ...CARD_PAGE,
    id: 'sandbox-page-repeats-card-numbers',
    what: 'the payment page shows the number of a card again that someone has typed',
    file: 'src/sandbox/control/checkout/card/card-form.ts',
    replace: ["const SECRET = ['number', 'cvc'] as const;", 'const SECRET: readonly string[] = [];'],
    test: 'a card never shows a number again that someone has typed',
  },
  {
    ...CARD_PAGE,
    id: 'sandbox-page-skips-the-challenge',
    what: 'a card is paid without its bank having asked the shopper',
    file: 'src/sandbox/control/checkout/card/card-form.ts',
    replace: ['return card.hasChallenge ?', 'return card.number === null ?'],
    test: 'a card whose bank asks the shopper: refuse',
  },
];
