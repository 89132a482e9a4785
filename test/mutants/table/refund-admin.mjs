/** What makes money leave twice, or be lost sight of: what people do by hand, and what would be left to them. */
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
  {
    id: 'balance-comes-before-people',
    what: 'each refund that the service refuses while the balance is too low comes before a person',
    promise: 4,
    file: 'src/shop/refund-records/protocol/refund-reads.ts',
    replace: ['const isOutage = others !== undefined || ', 'const isOutage = '],
    spec: 'src/shop/refund-records/protocol/refund-refusals.spec.ts',
    test: 'a refusal that says 1034, and that refunds of other orders got as well is not counted among the sendings, and waits for a person after a hundred',
  },
  {
    id: 'balance-unnoticed',
    what: 'refunds that the service refuses together are all sent again and again, and no one is alerted',
    promise: 4,
    file: 'src/shop/refund-records/protocol/refund-reads.ts',
    replace: ['  if (others) return refusedWithOthers(next, { others, laneRefusals }, moment);\n', ''],
    spec: 'test/shop/refunds/low-balance.spec.ts',
    test: 'refunds of an account whose balance is too low (protocol §6.1) (sqlite) wait for it, with one alert, and are paid once it suffices',
  },
];
