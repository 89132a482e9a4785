import { headerOf, type PageRequest } from '../../pages/page-request.js';

const COOKIE = 'tillbridge_zone';
const YEAR_S = 31_536_000;

/** The zone that a reader chose, or that of the shop: a cookie is anyone's to write, so it has to be a zone. */
export function zoneOf(request: PageRequest, shopZone: string): string {
  const pairs = (headerOf(request, 'cookie') ?? '').split(/;\s*/);
  const value = pairs.find((pair) => pair.startsWith(`${COOKIE}=`))?.slice(COOKIE.length + 1) ?? '';
  return knownZone(value.replaceAll(/%2F/gi, '/')) ?? shopZone;
}

/** An IANA zone by its usual spelling; null for what is none. */
export function knownZone(name: string): string | null {
  if (!/^[A-Za-z][\w+/-]{1,63}$/.test(name)) return null;
  try {
    return Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone;
  } catch {
    return null;
  }
}

/** Zones to choose from. */
export const zoneNames = (): readonly string[] => [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone')])];

/** The cookie that keeps a choice in this browser; null takes it back. @param base - where the dashboard is */
export function zoneCookie(zone: string | null, base: string): string {
  const value = zone === null ? '; Max-Age=0' : `${encodeURIComponent(zone)}; Max-Age=${YEAR_S}`;
  return `${COOKIE}=${value}; Path=${base}; HttpOnly; SameSite=Lax`;
}
