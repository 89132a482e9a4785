import { createHash, timingSafeEqual } from 'node:crypto';
import type { SandboxAccount } from '../options/sandbox.settings.js';
import { headerOf, queryValues, type PageRequest } from '../../../pages/page-request.js';

const BEARER = /^bearer +(.+)$/i;

/**
 * The account of a request's key.
 *
 * The key may be the query parameter `api_key` (spec §5), the header `api_key`, or a bearer token. With several
 * different keys, an unknown one or none, the result is null, and the caller answers 1032.
 */
export function accountOfRequest(request: PageRequest, accounts: readonly SandboxAccount[]): SandboxAccount | null {
  const [key, ...others] = new Set(keysOf(request));
  if (key === undefined || others.length > 0) return null;
  return accounts.find((account) => sameText(account.apiKey, key)) ?? null;
}

function keysOf(request: PageRequest): string[] {
  const bearer = BEARER.exec(headerOf(request, 'authorization') ?? '')?.[1];
  const keys = [...queryValues(request, 'api_key'), headerOf(request, 'api_key'), bearer];
  return keys.map((key) => key?.trim() ?? '').filter((key) => key !== '');
}

// Digests have one length, so the comparison takes the same time for any input.
function sameText(a: string, b: string): boolean {
  return timingSafeEqual(createHash('sha256').update(a).digest(), createHash('sha256').update(b).digest());
}
