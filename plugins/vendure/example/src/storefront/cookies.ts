import type { Request, Response } from 'express';

/** A cookie of one visit; `strict`: not sent along when another site leads here. */
export interface CookieKind {
  readonly name: string;
  readonly sameSite: 'lax' | 'strict';
}

/** The session of the shopper: the payment page leads back here, so it has to come along then. */
export const SHOPPER: CookieKind = { name: 'shed_shopper', sameSite: 'lax' };

/** The session of the clerk. */
export const CLERK: CookieKind = { name: 'shed_clerk', sameSite: 'strict' };

/** What a cookie says; undefined when there is none. */
export function readCookie(request: Request, { name }: CookieKind): string | undefined {
  const pairs = (request.headers.cookie ?? '').split('; ');
  return pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1);
}

/** Sets a cookie until the browser is closed. */
export function setCookie(response: Response, { name, sameSite }: CookieKind, value: string): void {
  response.cookie(name, value, { httpOnly: true, sameSite, path: '/' });
}
