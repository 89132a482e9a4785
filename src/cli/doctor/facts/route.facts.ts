import { parseUrl } from '../../../protocol/index.js';
import type { TerminalGroup } from '../../../shop/index.js';
import type { CliContext } from '../../../shop/payments/index.js';
import type { RouteFacts } from '../facts.types.js';

/** The time limit of the service. */
const LIMIT_MS = 10_000;

/** The reason of a failed request from Node: a code if there is one. */
const reasonOf = (error: unknown): string => {
  const cause: unknown = Reflect.get(Object(error), 'cause');
  return String(Reflect.get(Object(cause), 'code') ?? Reflect.get(Object(cause ?? error), 'message') ?? error);
};

/** Groups that can sign a test notification; those without a valid key are a finding of their own. */
const signing = ({ groups }: CliContext): TerminalGroup[] => groups.all.filter(({ keys }) => keys.gap === null);

/** Sends each group's test notification through the whole application in this process. */
export async function routeFacts(tools: CliContext): Promise<RouteFacts[]> {
  const found: RouteFacts[] = [];
  for (const group of signing(tools)) {
    try {
      const { path, answer } = await tools.bootCheck.probe(group);
      found.push({ group: group.name, at: path, answer, error: null });
    } catch (error) {
      found.push({ group: group.name, at: group.notificationUrl, answer: null, error: reasonOf(error) });
    }
  }
  return found;
}

async function knock(tools: CliContext, group: TerminalGroup, address: URL): Promise<RouteFacts> {
  const about = { group: group.name, at: address.href };
  try {
    const { path, headers, body } = tools.bootCheck.testRequest(group, address.pathname);
    const target = new URL(path, address.origin);
    const signal = AbortSignal.timeout(LIMIT_MS);
    const response = await fetch(target, { method: 'POST', headers, body, redirect: 'manual', signal });
    const contentType = response.headers.get('content-type') ?? '';
    return { ...about, answer: { status: response.status, contentType, body: await response.text() }, error: null };
  } catch (error) {
    return { ...about, answer: null, error: reasonOf(error) };
  }
}

/**
 * Sends each group's test notification to the running shop, at the path of its notification URL.
 *
 * @param origin - the given address of the shop; null: the address in the notification URL
 */
export const outsideFacts = (tools: CliContext, origin: URL | null): Promise<RouteFacts[]> =>
  Promise.all(
    signing(tools).map((group) =>
      knock(tools, group, new URL(parseUrl(group.notificationUrl)?.pathname ?? '/', origin ?? group.notificationUrl)),
    ),
  );
