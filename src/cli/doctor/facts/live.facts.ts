import { lookup } from 'node:dns/promises';
import { masterManager } from '../../../database/engine/index.js';
import { checkHealth, DEFAULT_LIMITS } from '../../../health/health.rules.js';
import { parseUrl } from '../../../protocol/index.js';
import type { CliContext } from '../../../shop/payments/index.js';
import type { HostFacts, LiveFacts } from '../facts.types.js';

/** The resolver reports that the name does not exist; any other error tells nothing about the name. */
const NO_SUCH_NAME = 'ENOTFOUND';

async function hostFacts(group: string, notificationUrl: string): Promise<HostFacts> {
  const host = (parseUrl(notificationUrl)?.hostname ?? '').replaceAll(/[[\]]/g, '');
  try {
    const found = await lookup(host, { all: true });
    return { group, host, addresses: found.map(({ address }) => address) };
  } catch (error) {
    return { group, host, addresses: Reflect.get(Object(error), 'code') === NO_SUCH_NAME ? [] : null };
  }
}

/** Facts that matter only before real money is taken. The shop must have been started. */
export async function liveFacts({
  groups,
  handlers,
  processes,
  diagnostics,
  dataSource,
}: CliContext): Promise<LiveFacts> {
  const asked = groups.all.map(({ name, notificationUrl }) => hostFacts(name, notificationUrl));
  const living = await processes.living(masterManager(dataSource)).catch(() => null);
  const figures = await diagnostics.read().catch(() => null);
  return {
    hosts: await Promise.all(asked),
    processes: living && { all: living.length, working: living.filter(({ works }) => works).length },
    handled: handlers.all.flatMap(({ kinds }) => kinds),
    health: figures && checkHealth(figures, { ...DEFAULT_LIMITS, ordersAttention: 0 }),
  };
}
