import { masterManager } from '../../../database/engine/index.js';
import type { AccountUse } from '../../../shop/admin/index.js';
import type { CliContext } from '../../../shop/payments/index.js';
import type { Facts } from '../facts.types.js';

/** Facts about terminal groups besides their options. Empty if the tables are missing or a key is refused. */
export async function groupFacts({
  groups,
  foreignOrders,
  processes,
  dataSource,
}: CliContext): Promise<Pick<Facts, 'strayGroups' | 'handlerGaps' | 'accounts'>> {
  const asked = groups.all.map((group) => foreignOrders.of(group).catch(() => null));
  const accounts = (await Promise.all(asked)).filter((use): use is AccountUse => use !== null);
  const strayGroups = await processes.strays(masterManager(dataSource)).catch(() => null);
  const handlerGaps = await processes.handlerGaps(masterManager(dataSource)).catch(() => null);
  return { accounts, strayGroups, handlerGaps };
}
