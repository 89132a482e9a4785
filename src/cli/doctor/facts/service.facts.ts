import { parseUrl } from '../../../protocol/index.js';
import type { CliContext } from '../../../shop/payments/index.js';
import { SystemClock, type Clock } from '../../../support/index.js';
import type { ClockFacts, KeyFacts, ServiceClockFacts } from '../facts.types.js';

const LIMIT_MS = 5_000;

const hostOf = (url: string): string => parseUrl(url)?.host ?? url;

/** Tests each key of each group with a cheap read. */
export async function keyFacts({ groups, keyProbe }: CliContext): Promise<KeyFacts[]> {
  const tried = groups.all.map(async (group) => {
    const about = { group: group.name, mode: group.mode, host: hostOf(group.baseUrl) };
    return (await keyProbe.tryKeys(group)).map(({ id, role, verdict }) => ({ ...about, key: id, role, verdict }));
  });
  return (await Promise.all(tried)).flat();
}

/** Every answer has the time in its headers, to the second; the request carries no key. */
async function timeOf(url: string, clock: Clock): Promise<number | null> {
  const before = clock.now();
  try {
    const { headers } = await fetch(url, { method: 'HEAD', redirect: 'manual', signal: AbortSignal.timeout(LIMIT_MS) });
    const serviceTime = Date.parse(headers.get('date') ?? '');
    return Number.isNaN(serviceTime) ? null : serviceTime - (before + clock.now()) / 2;
  } catch {
    return null;
  }
}

/** Compares the clocks of the services and of the database with this machine's clock. */
export async function clockFacts(tools: CliContext): Promise<ClockFacts> {
  const clock = new SystemClock();
  const addresses = [...new Set(tools.groups.all.map(({ baseUrl }) => baseUrl))];
  const asked = addresses.map(async (url): Promise<ServiceClockFacts> => {
    const groups = tools.groups.all.filter(({ baseUrl }) => baseUrl === url).map(({ name }) => name);
    return { groups, host: hostOf(url), aheadMs: await timeOf(url, clock) };
  });
  return { databaseAheadMs: tools.clock.now() - clock.now(), services: await Promise.all(asked) };
}
