import type { NextFunction, Request, Response } from 'express';
import type { ShopConfig } from '../config.js';

/**
 * No external and no inline content. The payment page is listed because browsers follow a form's redirect only to
 * listed hosts.
 */
const policyFor = (config: ShopConfig): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self'",
    "connect-src 'self'",
    `form-action 'self' ${new URL(config.serviceUrl).origin}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');

/** Express middleware: the headers of every answer, including the page for unknown addresses. */
export function pageHeaders(config: ShopConfig) {
  const headers = {
    'Content-Security-Policy': policyFor(config),
    'Referrer-Policy': 'same-origin',
    'X-Content-Type-Options': 'nosniff',
    'Cache-Control': 'no-store',
  };
  return (_request: Request, response: Response, next: NextFunction): void => {
    response.set(headers);
    next();
  };
}
