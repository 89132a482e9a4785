import { expect } from '@jest/globals';
import { expectFault } from './faults.js';
import type { Rule } from './rule.types.js';
import type { ServiceReply } from './service-call.js';
import type { World } from './world.js';

/** A code of §7 and what brings it about. */
export interface ErrorRow {
  readonly code: number;
  /** Its cause, in words of our own. */
  readonly cause: string;
  /** Everything that must be answered with it. */
  readonly provoke: (world: World) => Promise<readonly ServiceReply[]>;
  /** Where the specification leaves the rule open: how it is read. */
  readonly decision?: string;
  /** Requests near it that must be taken. */
  readonly accept?: (world: World) => Promise<readonly ServiceReply[]>;
}

/** The rule that each provocation is answered with the code, in the error envelope, with its HTTP status. */
export const errorRule = ({ code, cause, provoke, decision, accept }: ErrorRow): Rule => ({
  section: '7',
  item: String(code),
  rule: cause,
  side: 'service',
  ...(decision === undefined ? {} : { decision }),
  async check(world) {
    const replies = await provoke(world);
    if (replies.length === 0) throw new Error('Nothing was provoked.');
    for (const reply of replies) expectFault(reply, code);
    for (const reply of (await accept?.(world)) ?? []) expect(reply.json).toMatchObject({ success: true });
  },
});

/** Sends create-order requests one after the other, and answers what came back. */
export async function createEach(
  world: World,
  ...requests: readonly Record<string, unknown>[]
): Promise<ServiceReply[]> {
  const replies: ServiceReply[] = [];
  for (const fields of requests) replies.push(await world.create(fields));
  return replies;
}
