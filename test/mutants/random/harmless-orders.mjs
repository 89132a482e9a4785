/** Those of src/shop/orders. */
export const HARMLESS_IN_ORDERS = [
  {
    file: 'src/shop/orders/merge/merge.timing.ts',
    before: 'if (part !== b[index]) return part < b[index]! ? -1 : 1;',
    after: 'if (part !== b[index]) return part <= b[index]! ? -1 : 1;',
    why: 'Both parts are known to differ there.',
  },
  {
    file: 'src/shop/orders/merge/merge.timing.ts',
    before: 'if (part !== b[index]) return part < b[index]! ? -1 : 1;',
    after: 'if (part !== b[index]) return part < b[index]! ? -1 : 2;',
    why: 'Of what is compared the sign alone counts.',
  },
  {
    file: 'src/shop/orders/merge/merge.timing.ts',
    before:
      "export const modifiedOf = ({ modifiedAt }: Pick<TransactionFacts, 'modifiedAt'>): number => modifiedAt ?? 0;",
    after:
      "export const modifiedOf = ({ modifiedAt }: Pick<TransactionFacts, 'modifiedAt'>): number => modifiedAt ?? 1;",
    why: 'One millisecond of the year 1970.',
  },
  {
    file: 'src/shop/orders/merge/merge.summary.ts',
    before: "const idKey = (id: string | null): readonly [number, string] => [id?.length ?? 0, id ?? ''];",
    after: "const idKey = (id: string | null): readonly [number, string] => [id?.length ?? 1, id ?? ''];",
    why: 'What has no id comes before every id either way.',
  },
  {
    file: 'src/shop/orders/merge/merge.ts',
    before:
      "if (kind === 'hold' || kind === 'ask') return { kind: 'ask', reason, next, ...(notBefore && { notBefore }) };",
    after: "if (kind === 'hold' || kind === 'ask') return { kind: 'ask', reason, next, ...({ notBefore }) };",
    why: 'A time that is absent and one that is undefined are read alike.',
  },
  {
    file: 'src/shop/orders/merge/merge.summary.ts',
    before: 'impliesPaid(facts.status) ? 0 : 1,',
    after: 'impliesPaid(facts.status) ? 0 : 2,',
    why: 'It is compared with the other of the two alone.',
  },
  {
    file: 'src/shop/orders/creation/create-plan.ts',
    before: "if ((attempt.senderUntil ?? 0) > now && attempt.senderToken !== token) return 'wait';",
    after: "if ((attempt.senderUntil ?? 1) > now && attempt.senderToken !== token) return 'wait';",
    why: 'One millisecond of the year 1970.',
  },
  {
    file: 'src/shop/orders/creation/request-fingerprint.ts',
    before: '.sort(([a], [b]) => (a < b ? -1 : 1)),',
    after: '.sort(([a], [b]) => (a <= b ? -1 : 1)),',
    why: 'No object has two fields of one name.',
  },
  {
    file: 'src/shop/orders/creation/request-fingerprint.ts',
    before: '.sort(([a], [b]) => (a < b ? -1 : 1)),',
    after: '.sort(([a], [b]) => (a < b ? -1 : 2)),',
    why: 'Of what is compared the sign alone counts.',
  },
  {
    file: 'src/shop/orders/creation/service-order-id.ts',
    before: 'throw orderIdTooLong({ ...(group !== undefined && { group }), orderId }, id.length);',
    after: 'throw orderIdTooLong({ ...({ group }), orderId }, id.length);',
    why: 'An error without a group has none either way.',
  },
  {
    file: 'src/shop/orders/order-view.ts',
    before: 'const attempt = Math.max(0, ...state.transactions.map((each) => each.attempt));',
    after: 'const attempt = Math.max(1, ...state.transactions.map((each) => each.attempt));',
    why: 'Attempts have numbers from 1: without a transaction nothing is found of either.',
  },
  {
    file: 'src/shop/orders/merge/merge.money.ts',
    before: 'return isSameMoney(next, entries) ? state : { ...state, received: next };',
    after: 'return isSameMoney(entries, next) ? state : { ...state, received: next };',
    why: 'Whether two are the same is the same, whichever comes first.',
  },
  {
    file: 'src/shop/orders/merge/merge.money.ts',
    before: 'const next = renamed(renewed(known, { ...known, ...back, standing, modifiedAt }), order);',
    after: 'const next = renamed(renewed({ ...known, ...back, standing, modifiedAt }, known), order);',
    why: 'Of the two the newer is taken, or the worse of both, whichever comes first.',
  },
];
