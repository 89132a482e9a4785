import type { AttackPlan, AttackResult } from './attack.types.js';
import { EVIL_REPLIES } from './addresses-replies.js';
import {
  BROAD_ALLOWANCES,
  DISGUISED_URLS,
  FORBIDDEN_HOSTS,
  LIVE_URLS,
  LOOPBACK_HOSTS,
  REBINDINGS,
  RESEMBLING_NAMES,
  type Vector,
} from './addresses-vectors.js';
import {
  connectAll,
  notifyAll,
  startTarget,
  type MakeAgents,
  type NotifyOptions,
  type Target,
} from './addresses-ways.js';

/** What came of one attempt. */
export interface Attempt {
  readonly kind: string;
  readonly vector: string;
  readonly way: string;
  readonly outcome: string;
  /** Whether that is what must come of it. */
  readonly holds: boolean;
}

const BLOCKED = 'DESTINATION_BLOCKED';
const THIS_MACHINE = 'reached 127.0.0.1';
const SLOW_LIMIT_MS = 100;

/** Read as the sender reads them, each once: a resolver answers with addresses, not with spellings. */
const ANSWERS: readonly Vector[] = [
  ...new Map(
    FORBIDDEN_HOSTS.map(({ kind, text }): [string, string] => [
      new URL(`http://${text}/`).hostname.replace(/^\[|\]$/g, ''),
      kind,
    ]),
  ),
].map(([text, kind]) => ({ kind, text }));

/** A notification URL, and what may come of it. */
interface Trial extends Vector {
  readonly url: string;
  readonly way: string;
  /** Asked once everything has been sent. */
  readonly judge: (outcome: string) => Pick<Attempt, 'outcome' | 'holds'>;
}

const expecting = (holds: (outcome: string) => boolean): Trial['judge'] => {
  return (outcome) => ({ outcome, holds: holds(outcome) });
};

async function notify(trials: readonly Trial[], options: NotifyOptions = {}): Promise<Attempt[]> {
  const outcomes = await notifyAll(
    trials.map(({ url }) => url),
    options,
  );
  return trials.map(({ kind, text, way, judge }, index) => ({
    kind,
    vector: text,
    way,
    ...judge(String(outcomes[index])),
  }));
}

/** An address as it is meant is a good notification URL to a sandbox: it is the sender that must not go there. */
const ADDRESSES: readonly Trial[] = FORBIDDEN_HOSTS.map(({ kind, text }, index) => {
  const url = index % 2 === 0 ? `http://${text}/hook` : `https://${text}:8443/hook`;
  return { kind, text: url, url, way: 'notification URL', judge: expecting((outcome) => outcome === 'blocked') };
});

const DISGUISES: readonly Trial[] = DISGUISED_URLS.map((vector) => ({
  ...vector,
  url: vector.text,
  way: 'notification URL',
  judge: expecting((outcome) => outcome === 'blocked' || outcome === 'not taken'),
}));

/** An attack that could not see anybody being let through would prove nothing. */
const spellingsOf = ({ port }: Target): readonly Trial[] =>
  LOOPBACK_HOSTS.map((host) => {
    const url = `http://${host}:${port}/here`;
    const judge = expecting((outcome) => outcome === 'acknowledged');
    return { kind: 'this machine', text: url, url, way: 'must be reached', judge };
  });

const repliesOf = (evil: Target, trap: Target): readonly Trial[] =>
  EVIL_REPLIES.map(({ kind, text, verdict }, index) => ({
    kind,
    text,
    url: `http://127.0.0.1:${evil.port}/${index}`,
    way: 'reply',
    judge: (outcome) => {
      const isRepeated = evil.hits.filter((path) => path === `/${index}`).length > 1;
      const isLed = isRepeated || evil.hits.includes(`/trap/${index}`) || trap.hits.includes(`/${index}`);
      return { outcome: isLed ? `${outcome}, and went on` : outcome, holds: !isLed && outcome === verdict };
    },
  }));

const isSlow = ({ kind }: Vector): boolean => kind === 'too slow';

async function byUrl(trap: Target): Promise<Attempt[]> {
  const evil = await startTarget((request, response) => {
    const index = Number(/^\/(\d+)/.exec(request.url ?? '')?.[1]);
    const reply = EVIL_REPLIES[index];
    if (reply === undefined) return void response.end('OK');
    reply.answer(response, `http://127.0.0.1:${trap.port}/${index}`);
  });
  const replies = repliesOf(evil, trap);
  const quick = replies.filter((each) => !isSlow(each));
  const attempts = [
    ...(await notify([...ADDRESSES, ...DISGUISES, ...spellingsOf(trap), ...quick])),
    ...(await notify(replies.filter(isSlow), { notificationTimeoutMs: SLOW_LIMIT_MS })),
  ];
  await evil.close();
  return attempts;
}

/** What the service itself would not take, a sandbox that keeps to its rules does not take either. */
const byRules = (): Promise<Attempt[]> => {
  const judge = expecting((outcome) => outcome === 'not taken');
  const trials = LIVE_URLS.map((vector) => ({ ...vector, url: vector.text, way: 'rules of the service', judge }));
  return notify(trials, { notificationUrlRules: 'live' });
};

async function byAllowance(): Promise<Attempt[]> {
  const [outcome = ''] = await notifyAll(['http://10.0.0.1/'], { allowedHosts: [...BROAD_ALLOWANCES] });
  return BROAD_ALLOWANCES.map((allowed) => ({
    kind: 'an allowance that is too broad',
    vector: `"${allowed}" allows 10.0.0.1`,
    way: 'allowed hosts',
    outcome,
    holds: outcome === 'blocked',
  }));
}

async function byResolver(makeAgents: MakeAgents, { port }: Target): Promise<Attempt[]> {
  const attempts = ANSWERS.map(async ({ kind, text: address }, index): Promise<Attempt> => {
    const scheme = index % 2 === 0 ? 'http' : 'https';
    const outcomes = await connectAll(makeAgents, port, { name: 'shop.example', answers: [[address]], scheme });
    const outcome = outcomes.join(', ');
    return { kind, vector: address, way: 'answer of a resolver', outcome, holds: outcome === BLOCKED };
  });
  return Promise.all(attempts);
}

/** Beside this machine, or beside an allowed host, no one else is reached. */
async function byCompany(makeAgents: MakeAgents, { port }: Target): Promise<Attempt[]> {
  const mixed = ANSWERS.map(async ({ kind, text: address }): Promise<Attempt> => {
    const answers = [[address, '127.0.0.1']];
    const outcome = (await connectAll(makeAgents, port, { name: 'shop.example', answers })).join(', ');
    return { kind, vector: `${address}, 127.0.0.1`, way: 'mixed answer', outcome, holds: outcome === THIS_MACHINE };
  });
  const resembling = RESEMBLING_NAMES.map(async ({ kind, text }): Promise<Attempt> => {
    const resolved = { name: text, answers: [['10.0.0.1']], allowedHosts: ['shop.example'] };
    const outcome = (await connectAll(makeAgents, port, resolved)).join(', ');
    return { kind, vector: text, way: 'answer of a resolver', outcome, holds: outcome === BLOCKED };
  });
  return Promise.all([...mixed, ...resembling]);
}

async function byRebinding(makeAgents: MakeAgents, { port }: Target): Promise<Attempt[]> {
  const attempts = REBINDINGS.map(async ({ kind, answers, reached }): Promise<Attempt> => {
    const outcome = (await connectAll(makeAgents, port, { name: 'rebinding.example', answers })).join(', ');
    const vector = answers.map((answer) => answer.join(' + ') || 'none').join(', then ');
    return { kind, vector, way: 'rebinding', outcome, holds: outcome === reached.join(', ') };
  });
  return Promise.all(attempts);
}

/** Everything there is, one way after the other. */
export async function tryEverything(makeAgents: MakeAgents): Promise<Attempt[]> {
  const trap = await startTarget();
  try {
    return [
      ...(await byUrl(trap)),
      ...(await byRules()),
      ...(await byAllowance()),
      ...(await byResolver(makeAgents, trap)),
      ...(await byCompany(makeAgents, trap)),
      ...(await byRebinding(makeAgents, trap)),
    ];
  } finally {
    await trap.close();
  }
}

/** Leads the sandbox's sender astray: addresses, names, redirects, and replies without an end. */
export async function attackAddresses({ progress }: AttackPlan): Promise<AttackResult> {
  const { destinationAgents } = await import('./built.mjs');
  progress('every address, name and reply');
  const attempts = await tryEverything(destinationAgents);
  const through = attempts.filter(({ holds }) => !holds);
  const tried = attempts.length;
  const refused = tried - through.length;
  return {
    engines: [],
    violations: through.map(({ kind, vector, way, outcome }) => `${way}: ${vector} (${kind}): ${outcome}`),
    figures: [
      { name: 'vectors tried', value: tried, unit: '', goal: '>= 80', holds: tried >= 80 },
      {
        name: 'refused, or reached only where allowed',
        value: refused,
        unit: '',
        goal: `>= ${tried}`,
        holds: refused === tried,
      },
    ],
    tables: [
      {
        title: 'Where the sandbox was to be led, and what came of it',
        columns: ['kind', 'vector', 'way', 'outcome'],
        rows: attempts.map(({ kind, vector, way, outcome }) => [kind, JSON.stringify(vector), way, outcome]),
      },
    ],
  };
}
