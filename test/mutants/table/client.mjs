/** What makes a call happen twice, or its outcome be taken for another. */
const CALLER = {
  promise: 4,
  file: 'src/shop/client/transport/service-caller.ts',
  spec: 'test/shop/client/call-limits.spec.ts',
};

export const CLIENT = [
  {
    ...CALLER,
    id: 'writes-repeated',
    what: 'a write that failed is sent again by the client',
    replace: ["const isRead = request.method === 'GET';", 'const isRead = request.method.length > 0;'],
    test: 'the limits that calls of a terminal group share repeats reads within the attempts, and writes never',
  },
  {
    id: 'digits-lost',
    what: 'prices leave as JavaScript numbers, or as text',
    promise: 5,
    file: 'src/shop/client/transport/client-transport.ts',
    replace: ['writeJson(body)', 'JSON.stringify(body)'],
    spec: 'test/shop/client/connections.spec.ts',
    test: 'the connections to the service (scenario N3) carry prices and rates as numbers with every digit, though JavaScript has no number that could',
  },
  {
    id: 'writes-on-old-connections',
    what: 'a write goes out on a kept connection, which may be dead',
    promise: 4,
    file: 'src/shop/client/transport/client-transport.ts',
    replace: ['{ key, mayReuse: isRead }', '{ key, mayReuse: true }'],
    spec: 'test/shop/client/connections.spec.ts',
    test: 'the connections to the service (scenario N3) are kept for reads, and new for each write, which an old one might not reach',
  },
  {
    id: 'half-written-is-not-sent',
    what: 'a call that broke while it was written counts as not sent',
    promise: 4,
    file: 'src/shop/client/transport/outcome.ts',
    replace: ["'connect', 'tls']", "'connect', 'tls', 'request']"],
    spec: 'src/shop/client/limits/retry-policy.spec.ts',
    test: 'the class of a call (scenario N2) that broke in the phase request is unknown',
  },
];
