import { isPaymentError } from '../../protocol/index.js';
import { isEngineError } from '../../database/engine/index.js';
import { failureDocument } from '../output/index.js';
import { begin, type OpenShop } from '../shop/open-shop.js';
import { registriesOf } from '../shop/still-schedule.js';
import { answerCheck, outsideCheck, rawBodyCheck } from './checks/route.checks.js';
import { clockCheck } from './checks/clock.check.js';
import { databaseChecks } from './checks/database.checks.js';
import { groupChecks } from './checks/group.checks.js';
import { keyCheck } from './checks/key.check.js';
import { liveChecks } from './checks/live.checks.js';
import { ordersCheck } from './checks/orders.check.js';
import { scheduleCheck } from './checks/schedule.check.js';
import { schemaCheck } from './checks/schema.check.js';
import { startCheck } from './checks/start.check.js';
import { urlCheck } from './checks/url.check.js';
import type { Check, Facts } from './facts.types.js';
import { databaseFacts } from './facts/database.facts.js';
import { groupFacts } from './facts/group.facts.js';
import { liveFacts } from './facts/live.facts.js';
import { outsideFacts, routeFacts } from './facts/route.facts.js';
import { schemaFacts } from './facts/schema.facts.js';
import { clockFacts, keyFacts } from './facts/service.facts.js';
import type { Checked } from './finding.types.js';

const CHECKS: readonly Check[] = [
  startCheck,
  rawBodyCheck,
  answerCheck,
  outsideCheck,
  urlCheck,
  keyCheck,
  clockCheck,
  ...databaseChecks,
  schemaCheck,
  ordersCheck,
  ...groupChecks,
  scheduleCheck,
];

/** The facts if nothing is known. */
export const UNKNOWN: Facts = {
  start: null,
  groups: [],
  timeZone: null,
  database: null,
  schema: null,
  clock: null,
  ordersToRecheck: null,
  keys: null,
  strayGroups: null,
  handlerGaps: null,
  accounts: null,
  schedulers: null,
  hasCreate: true,
  routes: null,
  outside: null,
  live: null,
};

/** The facts that are known before the application is initialised. */
async function factsOfCreated({ app, tools, config }: OpenShop): Promise<Facts> {
  const { groups, clock, dataSource } = tools;
  // The groups with open orders or refunds. Without tables, or if the host cannot tell, those of the options.
  await groups.sought().catch(() => []);
  return {
    ...UNKNOWN,
    hasCreate: config.config.create !== undefined,
    timeZone: groups.timeZone,
    groups: groups.all.map(({ name, mode, baseUrl, notificationUrl, polling, keys }) => ({
      name,
      mode,
      baseUrl,
      notificationUrl,
      hasCron: polling.cron !== null,
      keyGap: keys.gap,
    })),
    schedulers: registriesOf(app).length,
    database: await databaseFacts(dataSource, () => clock.now()),
    schema: await schemaFacts(dataSource),
    keys: await keyFacts(tools),
    clock: await clockFacts(tools),
    ordersToRecheck: await tools.recheck.count().catch(() => null),
    ...(await groupFacts(tools)),
  };
}

/** What is examined besides the everyday checks. */
export interface ExaminationScope {
  /** The shop's address from outside, if it is known. */
  readonly originOf: (shop: OpenShop) => URL | null;
  /** Whether the shop is about to take real money. */
  readonly isLive?: boolean;
}

/** Starts the application, and sends requests to it from inside and outside. */
async function withRoutes(
  shop: OpenShop,
  facts: Facts,
  { originOf, isLive = false }: ExaminationScope,
): Promise<Facts> {
  const origin = originOf(shop);
  const outside = origin === null && !isLive ? null : await outsideFacts(shop.tools, origin);
  try {
    await begin(shop);
    const live = isLive ? await liveFacts(shop.tools) : null;
    return { ...facts, outside, live, routes: await routeFacts(shop.tools) };
  } catch (error) {
    return { ...facts, outside, start: failureDocument(error) };
  }
}

/** Collects all facts about the shop. @throws CliError if the shop cannot be opened at all */
export async function collectFacts(
  open: (work: (shop: OpenShop) => Promise<Facts>) => Promise<Facts>,
  scope: ExaminationScope,
): Promise<Facts> {
  try {
    return await open(async (shop) => withRoutes(shop, await factsOfCreated(shop), scope));
  } catch (error) {
    // An error of the module itself (its options, its engine) is a finding; any other error is shown unchanged.
    if (isPaymentError(error) || isEngineError(error)) return { ...UNKNOWN, start: failureDocument(error) };
    throw error;
  }
}

/**
 * Checks the facts: one entry for each check, always the same checks in the same order.
 *
 * @param isLive - includes the checks before going live
 */
export const decideAll = (facts: Facts, isLive = false): Checked[] =>
  [...CHECKS, ...(isLive ? liveChecks : [])].map(({ name, title, decide }) => ({
    check: name,
    title,
    verdict: decide(facts),
  }));
