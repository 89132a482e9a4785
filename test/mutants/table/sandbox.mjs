/** What makes the sandbox another service than that of the specification. */
const REFUND = { promise: null, file: 'src/sandbox/refunds/refund-decision.ts', spec: 'test/sandbox/refunds.spec.ts' };
const REPLY = { promise: null, spec: 'test/sandbox/notification-reply.spec.ts' };

export const SANDBOX = [
  {
    ...REFUND,
    id: 'sandbox-guard-off',
    what: 'equal amounts are refunded within five minutes',
    replace: ['tooMuch, tooSoon, repeated, noBalance]', 'tooMuch, tooSoon, noBalance]'],
    test: 'a refund is refused for an equal amount within five minutes, and taken again after that',
  },
  {
    ...REFUND,
    id: 'sandbox-refunds-too-much',
    what: 'more than was paid is given back',
    replace: ['amount > order.amount - refunded ?', 'amount > order.amount ?'],
    test: 'whatever is asked for many requests at once do not refund more than was paid',
  },
  {
    ...REPLY,
    id: 'sandbox-takes-any-2xx',
    what: 'an answer without content counts as an acknowledgement',
    file: 'src/protocol/acknowledgement.ts',
    replace: ['if (status !== ACKNOWLEDGEMENT.status) return false;', 'if (status >= 300) return false;'],
    spec: 'src/protocol/acknowledgement.spec.ts',
    test: 'the acknowledgement rule wants status 200 exactly',
  },
  {
    ...REPLY,
    id: 'sandbox-follows-redirects',
    what: 'the sender goes wherever an answer sends it',
    file: 'src/sandbox/notifications/notification-transport.ts',
    replace: ['maxRedirects: 0', 'maxRedirects: 5'],
    test: 'a reply that is a redirect is not followed',
  },
  {
    id: 'sandbox-resends-twice',
    what: 'one resend fewer than the plan says',
    promise: null,
    file: 'src/protocol/delivery-plan.ts',
    replace: ['history.attemptsMade > plan.resends', 'history.attemptsMade >= plan.resends'],
    spec: 'test/sandbox/notification-resend.spec.ts',
    test: 'an unacknowledged notification is resent three times, a quarter of an hour apart, each time with a new timestamp',
  },
  {
    id: 'sandbox-one-address',
    what: "the site's address is not tried when the order's own fails",
    promise: null,
    file: 'src/sandbox/notifications/notification-round.ts',
    replace: ["if (made.some(({ verdict }) => verdict === 'acknowledged')) break;", 'if (made.length > 0) break;'],
    spec: 'test/sandbox/notification-request.spec.ts',
    test: "the address is the site's at once when the order's own fails, in the same round",
  },
  {
    id: 'sandbox-sends-anywhere',
    what: 'the sender goes wherever a name leads',
    promise: null,
    file: 'src/sandbox/notifications/destination.ts',
    replace: ['allowed || isLoopbackAddress(address)', 'allowed || isIP(address) !== 0'],
    spec: 'src/sandbox/notifications/destination.spec.ts',
    test: 'the resolver of the sender refuses a name that leads elsewhere (all: true)',
  },
  {
    id: 'sandbox-any-host',
    what: 'a page on the internet may drive the sandbox by a name that leads to this machine',
    promise: null,
    file: 'src/sandbox/http/host.guard.ts',
    replace: ['return isLoopbackName(hostname) ||', 'return hostname !== undefined ||'],
    spec: 'test/sandbox/safety.spec.ts',
    test: 'the Host header may not be "evil.example" on any route',
  },
];
