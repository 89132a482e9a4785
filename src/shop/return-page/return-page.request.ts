/** The parts of a request that are equal on Express and Fastify. */
export interface ReturnRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly params?: unknown;
  readonly socket?: { readonly remoteAddress?: string | undefined };
}

/** The content of the address of a return page. */
export interface ReturnAddress {
  readonly orderId: string;
  readonly refreshes: number;
  /** The address of the next read, relative to this one: all other parameters of the shop stay. */
  readonly refreshUrl: string;
}

const MOST_REFRESHES = 1_000;

/** Reads the address. The service appends `transactionid` (spec §6), so the last of several counts. */
export function readAddress({ url }: ReturnRequest): ReturnAddress {
  const query = new URLSearchParams(url.split('?').slice(1).join('?').split('#')[0]);
  const given = Number(query.get('refreshes') ?? 0);
  const refreshes = Number.isInteger(given) ? Math.min(Math.max(given, 0), MOST_REFRESHES) : 0;
  const orderId = query.getAll('transactionid').at(-1) ?? '';
  query.set('refreshes', String(refreshes + 1));
  return { orderId, refreshes, refreshUrl: `?${query.toString()}` };
}

/** The terminal group in the path, if there is one. */
export function groupInPath({ params }: ReturnRequest): string | undefined {
  const group: unknown = typeof params === 'object' && params !== null ? Reflect.get(params, 'group') : undefined;
  return typeof group === 'string' ? group : undefined;
}

/** Whether the caller wants a page. A program that does not accept HTML, or names JSON first, gets JSON. */
export function wantsPage({ headers }: ReturnRequest): boolean {
  const accept = String(headers['accept'] ?? '').toLowerCase();
  const [html, json] = [accept.indexOf('text/html'), accept.indexOf('application/json')];
  return html >= 0 && (json < 0 || html < json);
}
