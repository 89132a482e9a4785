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
import { ordersCheck } from './checks/orders.check.js';
import { scheduleCheck } from './checks/schedule.check.js';
import { schemaCheck } from './checks/schema.check.js';
import { startCheck } from './checks/start.check.js';
import { urlCheck } from './checks/url.check.js';
import type { Check, Facts } from './facts.types.js';
import { databaseFacts } from './facts/database.facts.js';
import { groupFacts } from './facts/group.facts.js';
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

const UNKNOWN: Facts = {
  start: null,
  groups: [],
  timeZone: null,
  database: null,
  schema: null,
  clock: null,
  ordersToRecheck: null,
  keys: null,
  strayGroups: null,
  accounts: null,
  schedulers: null,
  hasCreate: true,
  routes: null,
  outside: null,
};

/** What is there before anything of the shop's own has begun. */
async function factsOfCreated({ app, tools, config }: OpenShop): Promise<Facts> {
  const { groups, clock, dataSource } = tools;
  // Those of which orders or refunds are open; without tables, or while the host cannot say, those of the options.
  await groups.sought().catch(() => []);
  return {
    ...UNKNOWN,
    hasCreate: config.config.create !== undefined,
    timeZone: groups.timeZone,
    groups: groups.all.map(({ name, mode, baseUrl, notificationUrl, polling }) => ({
      name,
      mode,
      baseUrl,
      notificationUrl,
      hasCron: polling.cron !== null,
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

/** Starts the application, and knocks at its door from within and from without. */
async function withRoutes(shop: OpenShop, facts: Facts, origin: URL | null): Promise<Facts> {
  const outside = origin === null ? null : await outsideFacts(shop.tools, origin);
  try {
    await begin(shop);
    return { ...facts, outside, routes: await routeFacts(shop.tools) };
  } catch (error) {
    return { ...facts, outside, start: failureDocument(error) };
  }
}

/** Collects whatever can be known of the shop. @throws CliError when the shop cannot be opened at all */
export async function collectFacts(
  open: (work: (shop: OpenShop) => Promise<Facts>) => Promise<Facts>,
  originOf: (shop: OpenShop) => URL | null,
): Promise<Facts> {
  try {
    return await open(async (shop) => withRoutes(shop, await factsOfCreated(shop), originOf(shop)));
  } catch (error) {
    // An error of the module itself (its options, its engine) is a finding; any other error is shown as it is.
    if (isPaymentError(error) || isEngineError(error)) return { ...UNKNOWN, start: failureDocument(error) };
    throw error;
  }
}

/** Judges the facts: one entry for each check, always the same ones in the same order. */
export const decideAll = (facts: Facts): Checked[] =>
  CHECKS.map(({ name, title, decide }) => ({ check: name, title, verdict: decide(facts) }));
