/** Mutants of the sandbox's stored cards. */
export const SANDBOX_TOKENS = [
  {
    id: 'sandbox-expired-card-pays',
    what: 'a stored card that has expired is charged',
    promise: null,
    file: 'src/sandbox/api/creation/token-charges.ts',
    replace: [
      "if (isExpired(stored, this.settings.clock.now())) return refuse(1024, 'the stored card has expired');",
      '',
    ],
    spec: 'test/sandbox/tokens.spec.ts',
    test: 'a charge of a stored card is refused once the card has expired, by the time or by hand, and good again with a new date',
  },
  {
    id: 'sandbox-token-of-another-site',
    what: 'a token of another website is charged',
    promise: null,
    file: 'src/sandbox/payments/tokens/stored-tokens.ts',
    replace: ['em.findOneBy(SandboxTokenEntity, { site, token })', 'em.findOneBy(SandboxTokenEntity, { token })'],
    spec: 'test/sandbox/tokens.spec.ts',
    test: 'a stored token is unknown to another customer, and to another website',
  },
  {
    id: 'sandbox-stores-unpaid',
    what: 'a means of payment is stored although nothing was paid with it',
    promise: null,
    file: 'src/sandbox/payments/tokens/stored-tokens.ts',
    replace: ["status !== 'completed' || ", ''],
    spec: 'test/sandbox/tokens.spec.ts',
    test: 'a means of payment is that with which the order was paid, and is stored once',
  },
];
