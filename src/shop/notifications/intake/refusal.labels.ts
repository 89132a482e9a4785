/** Why a request to the notification route was refused. */
const REFUSAL_REASONS: Readonly<Record<string, string>> = {
  'body-by-get': 'a GET request came with a body',
  'body-too-large': 'the body was larger than a notification can be',
  'by-get': 'a GET request, which this terminal group does not take',
  capability: 'the address lacks the secret part that the order was given',
  'content-encoding': 'the body was packed; the service sends it as it is',
  future: 'it was signed for a time that is still to come: look at the clocks',
  malformed: 'the Auth header was malformed',
  mismatch: 'the signature is not of any key of this terminal group: a wrong key, another body, or a stranger',
  missing: 'there was no Auth header: not the service, or something on the way takes it off',
  'no-body': 'there was no body',
  'no-timestamp': 'the address had no timestamp: not a notification',
  'not-json': 'signed by the service, but the body is not a JSON object',
  'not-sent-as-json': 'the body was not sent as JSON',
  'odd-target': 'the address was spelt in a way that the service never does',
  'order-id-not-storable': 'signed by the service, with an order id that cannot be one',
  'order-mismatch': 'the address names another order than the signed body',
  'raw-body-missing': 'the host did not keep the bytes of the body (rawBody)',
  'source-not-allowed': 'the sender is not among allowedSources; behind a proxy, trustedProxies must name it',
  stale: 'it was signed too long ago: a late copy, or look at the clocks',
  'too-many-pieces': 'the body came in thousands of pieces; the connection was closed',
};

/** Why a request to the notification route was refused, in plain words. */
export const refusalText = (code: string): string => REFUSAL_REASONS[code] ?? code.replace(/[_-]+/g, ' ');

/** The same text for a line of the log, with the code that pages and transcripts use. */
export const refusalLine = (code: string): string =>
  Object.hasOwn(REFUSAL_REASONS, code) ? `${REFUSAL_REASONS[code]} (${code})` : code;
