import { ForbiddenException, Inject, Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { parseUrl } from '../../../protocol/index.js';
import { SANDBOX_SETTINGS } from '../sandbox.tokens.js';
import type { SandboxSettings } from '../options/sandbox.settings.js';
import { isLoopbackName } from './loopback.js';
import { headerOf, type PageRequest } from '../../../pages/page-request.js';

// A name or an address, perhaps with a port: no text that a URL would read differently.
const HOST = /^[\w.:[\]-]+$/;

/**
 * Whether a `Host` header names this machine, or the host of the sandbox's public address.
 *
 * With DNS rebinding, a page on the internet can make a browser send requests to a loopback port. Such requests have
 * the page's own host name, which tells them from the shop's requests.
 */
export function isAllowedHost(header: string | null, publicUrl: string | null): boolean {
  const hostname = header !== null && HOST.test(header) ? parseUrl(`http://${header}`)?.hostname : undefined;
  if (hostname === undefined) return false;
  return isLoopbackName(hostname) || (publicUrl !== null && hostname === new URL(publicUrl).hostname);
}

/** A request as both platforms give it. */
type GuardedRequest = Pick<PageRequest, 'headers' | 'url'> & { readonly method?: string };

/** Methods that change nothing. */
const READING: ReadonlySet<string | undefined> = new Set(['GET', 'HEAD']);

/**
 * Whether a page of another site lets a browser send a request that may change something. Without a permission it can send
 * a form or plain text, with the well-known key of a sandbox in the query, and never reads the answer.
 */
function isOfAnotherSite(request: GuardedRequest, publicUrl: string | null): boolean {
  if (READING.has(request.method)) return false;
  // Pages of the sandbox have the origin `null`, because they tell no server where a form comes from. So may others.
  const origin = headerOf(request, 'origin') ?? 'null';
  const isForeign = origin !== 'null' && !isAllowedHost(parseUrl(origin)?.host ?? null, publicUrl);
  return isForeign || headerOf(request, 'sec-fetch-site') === 'cross-site';
}

/**
 * Why a request is not answered: the text lists the allowed hosts, and how to allow another one.
 *
 * @returns null if it is answered
 */
export function whyRefused(request: GuardedRequest, publicUrl: string | null): string | null {
  const header = headerOf(request, 'host');
  if (!isAllowedHost(header, publicUrl)) return hostRefused(header);
  if (!isOfAnotherSite(request, publicUrl)) return null;
  return 'A page of another site sent this: the sandbox takes nothing from it, so that no page of the internet can use it.';
}

function hostRefused(header: string | null): string {
  const given = header !== null && HOST.test(header) ? header : null;
  const allow = given === null ? 'https://…' : `http://${given}`;
  return (
    `${given === null ? 'A request without a host name' : `The host ${given}`} is not answered: the sandbox answers to this machine only ` +
    `(localhost, 127.0.0.1), so that no page of the internet can use it. ` +
    `To allow another host, give its address: tillbridge sandbox --public-url ${allow}, or the option publicUrl.`
  );
}

/** The request is not the sandbox's to answer. */
export class RequestRefused extends ForbiddenException {
  constructor(message: string) {
    super({ message });
  }
}

/**
 * Refuses requests with another host name, and what pages of other sites send, with 403 and the service's `{"message"}`
 * envelope.
 */
@Injectable()
export class HostGuard implements CanActivate {
  constructor(@Inject(SANDBOX_SETTINGS) private readonly settings: SandboxSettings) {}

  /** Called by Nest before each of the sandbox's routes. */
  canActivate(context: ExecutionContext): boolean {
    const why = whyRefused(context.switchToHttp().getRequest<GuardedRequest>(), this.settings.publicUrl);
    if (why === null) return true;
    throw new RequestRefused(why);
  }
}
