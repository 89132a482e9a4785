import { ServerResponse } from 'node:http';

/** Node's response inside that of Express or Fastify, which then does not use it; null if it is of neither. */
export function rawResponse(response: unknown): ServerResponse | null {
  if (response instanceof ServerResponse) return response;
  if (!isReply(response)) return null;
  // From here on Fastify does not use the response.
  response.hijack();
  return response.raw;
}

interface Reply {
  readonly raw: ServerResponse;
  hijack(): unknown;
}

function isReply(response: unknown): response is Reply {
  return (
    typeof response === 'object' &&
    response !== null &&
    'raw' in response &&
    response.raw instanceof ServerResponse &&
    'hijack' in response &&
    typeof response.hijack === 'function'
  );
}
