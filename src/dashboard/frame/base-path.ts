import { pathOf, type PageRequest } from '../../pages/page-request.js';

// What a URL's path may consist of, no part of it empty: so never `//host`, which a browser takes for another server.
const PLAIN = /^(\/[\w\-.~%!$&'()*+,;=:@]+)*$/;

/**
 * What stands before the dashboard's own paths in the address of a request, whatever prefix, version or mount point the
 * host puts there. The router let the request through, so the dashboard's path is in it.
 *
 * @param path - where the dashboard is, without global prefix
 * @param proxyPrefix - what a proxy took off the path
 */
export function basePathOf(request: PageRequest, path: string, proxyPrefix = ''): string {
  const address = pathOf(request);
  // Routers do not mind capital letters unless told to.
  const start = `${address.toLowerCase()}/`.indexOf(`/${path.toLowerCase()}/`);
  const base = start < 0 ? `/${path}` : address.slice(0, start + path.length + 1);
  return proxyPrefix + (PLAIN.test(base) ? base : `/${path}`);
}
