import { pathOf, type PageRequest } from '../../pages/page-request.js';

// The allowed path of a URL, without empty parts: never `//host`, which a browser reads as another server.
const PLAIN = /^(\/[\w\-.~%!$&'()*+,;=:@]+)*$/;

/**
 * The part of a request's path before the dashboard's own paths: prefix, version or mount point of the host. The router
 * matched the request, so the dashboard's path is in it.
 *
 * @param path - the path of the dashboard, without global prefix
 * @param proxyPrefix - what a proxy removed from the path
 */
export function basePathOf(request: PageRequest, path: string, proxyPrefix = ''): string {
  const address = pathOf(request);
  // By default, routers ignore upper and lower case.
  const start = `${address.toLowerCase()}/`.indexOf(`/${path.toLowerCase()}/`);
  const base = start < 0 ? `/${path}` : address.slice(0, start + path.length + 1);
  return proxyPrefix + (PLAIN.test(base) ? base : `/${path}`);
}
