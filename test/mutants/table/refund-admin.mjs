/** What makes money leave twice, or be lost sight of: what people do by hand. */
const ADMIN = {
  promise: 4,
  file: 'src/shop/refunds/refund-admin.service.ts',
  spec: 'test/shop/refunds/refund-admin.spec.ts',
};

export const REFUND_ADMIN = [
  {
    ...ADMIN,
    id: 'called-off-unsaid',
    what: 'a refund that is shown nowhere counts as called off though the service has not said so',
    replace: ['if (failure === undefined && isGone)', 'if (isGone)'],
    test: 'what a person does with a refund does not take a refund for called off that is shown nowhere, as long as the service has not said so',
  },
  {
    ...ADMIN,
    id: 'called-off-while-shown',
    what: 'a refund that an older answer still shows counts as called off',
    file: 'src/shop/refund-records/matching/refund-costs.ts',
    replace: ['(row) => row.transaction_id === refundId && isLive(row)', '() => false'],
    test: 'what a person does with a refund does not believe it while an older answer still shows the refund',
  },
];
