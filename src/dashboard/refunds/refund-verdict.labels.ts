/** Texts of the form in which a person decides the outcome of a refund. */
export const VERDICT_LABELS = {
  title: 'Does the service have this refund?',
  hint: 'Nothing more is sent until someone says',
  action: 'Say what became of it',
  text: (amount: string) =>
    `Look for ${amount} on this order in the service's own dashboard, on the account statement, or ask the service above. If you are not sure, leave it as it is: waiting costs nothing.`,
  legend: 'Your verdict',
  paid: {
    title: 'Yes, the service has it',
    text: (amount: string) =>
      `The customer gets ${amount}. Nothing is sent; it is followed until the money has left. If this is wrong, the customer gets nothing.`,
  },
  notPaid: {
    title: 'No, the service does not have it',
    text: (amount: string, earliest: string) =>
      `It is sent again, ${earliest}. If this is wrong, the customer gets ${amount} twice.`,
  },
  notBefore: (time: string) => `not before ${time}`,
  asPlanned: 'when its turn comes',
  number: "The service's own number of it, if you found one",
  whyHint: 'Where you looked, and what you saw',
  button: 'Record the decision',
};
