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

/** The host of a request is not the sandbox's. The text lists the allowed hosts, and how to allow another one. */
export class HostRefused extends ForbiddenException {
  constructor(header: string | null) {
    const given = header !== null && HOST.test(header) ? header : null;
    const allow = given === null ? 'https://…' : `http://${given}`;
    super({
      message:
        `${given === null ? 'A request without a host name' : `The host ${given}`} is not answered: the sandbox answers to this machine only ` +
        `(localhost, 127.0.0.1), so that no page of the internet can use it. ` +
        `To allow another host, give its address: tillbridge sandbox --public-url ${allow}, or the option publicUrl.`,
    });
  }
}

/** Refuses requests with another host name, with 403 and the service's `{"message"}` envelope. */
@Injectable()
export class HostGuard implements CanActivate {
  constructor(@Inject(SANDBOX_SETTINGS) private readonly settings: SandboxSettings) {}

  /** Called by Nest before each of the sandbox's routes. */
  canActivate(context: ExecutionContext): boolean {
    const host = headerOf(context.switchToHttp().getRequest<PageRequest>(), 'host');
    if (isAllowedHost(host, this.settings.publicUrl)) return true;
    throw new HostRefused(host);
  }
}
