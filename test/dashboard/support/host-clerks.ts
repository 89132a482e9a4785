import { Injectable, UnauthorizedException, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { IncomingMessage } from 'node:http';

/** Anyone who may see the host's dashboard. */
export const CLERKS = ['ann', 'ben'] as const;

/** One of them. */
export type Clerk = (typeof CLERKS)[number];

const COOKIE = 'clerk';

/** What a browser or a request has to bring to be one of them. */
export const cookieOf = (clerk: Clerk): { name: string; value: string } => ({ name: COOKIE, value: clerk });

/** Who sends a request, as the host's own login would know; null when no one has logged in. */
export function clerkOf(request: unknown): Clerk | null {
  const { cookie = '' } = (request as IncomingMessage).headers;
  const pairs = cookie.split(/;\s*/);
  return CLERKS.find((clerk) => pairs.includes(`${COOKIE}=${clerk}`)) ?? null;
}

/** The host's own guard: as any shop has one. */
@Injectable()
export class ClerkGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    if (clerkOf(context.switchToHttp().getRequest()) === null) throw new UnauthorizedException();
    return true;
  }
}
