import { headerOf, type PageRequest } from '../../pages/page-request.js';

const COOKIE = 'tillbridge_zone';
const YEAR_S = 31_536_000;

/** The chosen zone, or the shop's. A client can write any cookie, so the value is checked. */
export function zoneOf(request: PageRequest, shopZone: string): string {
  const pairs = (headerOf(request, 'cookie') ?? '').split(/;\s*/);
  const value = pairs.find((pair) => pair.startsWith(`${COOKIE}=`))?.slice(COOKIE.length + 1) ?? '';
  return knownZone(value.replaceAll(/%2F/gi, '/')) ?? shopZone;
}

/** An IANA zone in its usual spelling; null if it does not exist. */
export function knownZone(name: string): string | null {
  if (!/^[A-Za-z][\w+/-]{1,63}$/.test(name)) return null;
  try {
    return Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone;
  } catch {
    return null;
  }
}

/** The zones to choose from. */
export const zoneNames = (): readonly string[] => [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone')])];

/** The cookie for a choice; null removes it. @param base - the path of the dashboard */
export function zoneCookie(zone: string | null, base: string): string {
  const value = zone === null ? '; Max-Age=0' : `${encodeURIComponent(zone)}; Max-Age=${YEAR_S}`;
  return `${COOKIE}=${value}; Path=${base}; HttpOnly; SameSite=Lax`;
}
