import { createHmac, randomBytes } from 'node:crypto';
import { verifyParsed } from 'tillbridge/protocol';
import { Random } from '../support/random.js';
import type { AttackPlan, AttackResult } from './attack.types.js';
import { LeakTest, SUSPICIOUS_T } from './timing-statistics.js';

/** The share of the samples that only says where to cut, and warms everything up. */
const CALIBRATION = 0.1;
const POOL = 1_024;
const MAC_BYTES = 64;
const KEY = 'timed-key';
const BODY = Buffer.from(JSON.stringify({ order_id: 'A-1', amount: 1250, currency: 'EUR', filler: 'x'.repeat(900) }));

type Authenticate = typeof import('./built.mjs').authenticate;

/** What is timed: a signature that claims to be of this time. */
interface Claim {
  readonly timestamp: string;
  readonly mac: Buffer;
}

/**
 * Judges a claim; what it makes of it beforehand is not timed, and happens just before: from a pool made in advance, one
 * kind would come faster than the other, by where in memory it happens to lie. Nothing here is right, so all is refused.
 */
export interface Judge {
  readonly name: string;
  /** Whether the harness must see a difference: it would prove nothing if it could see none. */
  readonly leaks: boolean;
  prepare(claim: Claim): () => boolean;
}

const macOf = (timestamp: string): Buffer => createHmac('sha512', KEY).update(`${timestamp}:`).update(BODY).digest();

/** What must not be written: it stops at the first byte that differs. */
function isSameUntilFirstDifference(left: Buffer, right: Buffer): boolean {
  for (let index = 0; index < left.length; index += 1) if (left[index] !== right[index]) return false;
  return true;
}

const NAIVE: Judge = {
  name: 'naive: stops at the first byte that differs',
  leaks: true,
  prepare:
    ({ timestamp, mac }) =>
    () =>
      !isSameUntilFirstDifference(macOf(timestamp), mac),
};

const VERIFY: Judge = {
  name: 'verifyParsed: HMAC and comparison',
  leaks: false,
  prepare: ({ timestamp, mac }) => {
    const auth = { timestamp, signedAtMs: Number(timestamp) * 1_000, mac };
    return () => !verifyParsed(auth, { body: BODY, keys: [KEY] }).ok;
  },
};

const authenticating = (authenticate: Authenticate): Judge => ({
  name: 'authenticate: the whole request',
  leaks: false,
  prepare: ({ timestamp, mac }) => {
    const auth = Buffer.from(`${timestamp}:${mac.toString('hex')}`).toString('base64');
    const query = { transactionid: 'A-1', timestamp };
    const incoming = { params: { group: 'web' }, headers: { auth }, query, rawBody: BODY };
    return () => !authenticate(incoming, [KEY], Number(timestamp) * 1_000).ok;
  },
});

/**
 * One signature right but for its last byte, and one of which nothing is right, for the same time: both look random, so
 * that nothing but their likeness to the right one tells the two kinds apart. A pool of one right signature would be
 * judged faster than random ones, for the processor learns it by heart.
 */
function claimsOf(timestamp: string): readonly [Claim, Claim] {
  const right = macOf(timestamp);
  const [nearly, wrong] = [Buffer.alloc(MAC_BYTES), Buffer.alloc(MAC_BYTES)];
  right.copy(nearly);
  nearly.writeUInt8(right.readUInt8(MAC_BYTES - 1) ^ 0x5a, MAC_BYTES - 1);
  randomBytes(MAC_BYTES).copy(wrong);
  wrong.writeUInt8(right.readUInt8(0) ^ 0x5a, 0);
  return [
    { timestamp, mac: nearly },
    { timestamp, mac: wrong },
  ];
}

/** As dudect does it: kinds drawn at random one by one, so that whatever drifts, drifts for both. */
export function timeJudge(judge: Judge, samples: number, random: Random): LeakTest {
  const now = Math.floor(Date.now() / 1_000);
  const pool = Array.from({ length: POOL }, (_, index) => claimsOf(String(now - index)));
  const once = (kind: 0 | 1): number => {
    const { timestamp, mac } = pool[random.between(0, POOL - 1)]![kind];
    const refuses = judge.prepare({ timestamp, mac: Buffer.from(mac) });
    const start = performance.now();
    const isRefused = refuses();
    const duration = performance.now() - start;
    if (!isRefused) throw new Error(`${judge.name} has taken a wrong signature`);
    return duration;
  };
  const draw = (): 0 | 1 => (random.chance(0.5) ? 1 : 0);
  const calibration = Float64Array.from({ length: Math.ceil(samples * CALIBRATION) }, () => once(draw()));
  const test = new LeakTest(calibration);
  for (let index = 0; index < samples; index += 1) {
    const kind = draw();
    test.push(kind, once(kind));
  }
  return test;
}

/** Every judge of the module, and the one that the harness must catch. */
export const judgesWith = (authenticate: Authenticate): readonly Judge[] => [
  VERIFY,
  authenticating(authenticate),
  NAIVE,
];

const NANOSECONDS = 1e6;

/** Times signatures of which all but one byte are right against random ones. */
export async function attackTiming({ requests, seed, progress }: AttackPlan): Promise<AttackResult> {
  const { authenticate } = await import('./built.mjs');
  const judged = judgesWith(authenticate).map((judge, stream) => {
    progress(`${judge.name}, ${requests} samples`);
    return { judge, test: timeJudge(judge, requests, new Random(seed, stream)) };
  });
  const isSeen = (test: LeakTest): boolean => Math.abs(test.t) > SUSPICIOUS_T;
  const wrong = judged.filter(({ judge, test }) => isSeen(test) !== judge.leaks);
  return {
    engines: [],
    violations: wrong.map(({ judge, test }) => `${judge.name}: t = ${test.t.toFixed(2)}`),
    figures: judged.map(({ judge, test }) => ({
      name: `|t|, ${judge.name}`,
      value: Number(Math.abs(test.t).toFixed(2)),
      unit: '',
      goal: `${judge.leaks ? '>' : '<'} ${SUSPICIOUS_T}`,
      holds: isSeen(test) === judge.leaks,
    })),
    tables: [
      {
        title: 'Signatures right but for one byte against random ones',
        columns: ['judge', 'samples', 't', 'difference of means (ns)'],
        rows: judged.map(({ judge, test }) => [
          judge.name,
          requests,
          test.t.toFixed(2),
          (test.difference * NANOSECONDS).toFixed(1),
        ]),
      },
    ],
  };
}
