import { ServerResponse } from 'node:http';

/** The response of Node behind that of Express or Fastify, which then leaves it alone; null when it is neither. */
export function rawResponse(response: unknown): ServerResponse | null {
  if (response instanceof ServerResponse) return response;
  if (!isReply(response)) return null;
  // From here on Fastify leaves the response alone.
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
