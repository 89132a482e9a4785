import { ForbiddenException, Inject, Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { parseUrl } from '../../../protocol/index.js';
import { SANDBOX_SETTINGS } from '../sandbox.tokens.js';
import type { SandboxSettings } from '../options/sandbox.settings.js';
import { isLoopbackName } from './loopback.js';
import { headerOf, type PageRequest } from '../../../pages/page-request.js';

// A name or an address and perhaps a port: nothing that a URL would read as something else.
const HOST = /^[\w.:[\]-]+$/;

/**
 * Whether a `Host` header names this machine, or the host of the sandbox's public address.
 *
 * A page on the internet can make a browser talk to a loopback port by DNS rebinding; its requests then carry the
 * page's own host name, which is how they are told from the shop's.
 */
export function isAllowedHost(header: string | null, publicUrl: string | null): boolean {
  const hostname = header !== null && HOST.test(header) ? parseUrl(`http://${header}`)?.hostname : undefined;
  if (hostname === undefined) return false;
  return isLoopbackName(hostname) || (publicUrl !== null && hostname === new URL(publicUrl).hostname);
}

/** Refuses requests that were addressed to another host name, with 403 and the service's `{"message"}` envelope. */
@Injectable()
export class HostGuard implements CanActivate {
  constructor(@Inject(SANDBOX_SETTINGS) private readonly settings: SandboxSettings) {}

  /** Called by Nest before each of the sandbox's routes. */
  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<PageRequest>();
    if (isAllowedHost(headerOf(request, 'host'), this.settings.publicUrl)) return true;
    throw new ForbiddenException({ message: 'Forbidden: the sandbox answers to its own host name only' });
  }
}
