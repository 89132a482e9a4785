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
} from './addresses-vectors.js';
import { connectAll, notifyAll, startTarget, type MakeAgents, type Target } from './addresses-ways.js';

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
/** Time enough for what is large, too little for what is slow. */
const SLOW_LIMIT_MS = 400;

const isNowhere = (outcome: string): boolean => outcome === 'blocked' || outcome === 'not taken';

/** Read as the sender reads them: a resolver answers with addresses, not with spellings. */
const addressOf = (host: string): string => new URL(`http://${host}/`).hostname.replace(/^\[|\]$/g, '');

async function byUrl(): Promise<Attempt[]> {
  const hosts = FORBIDDEN_HOSTS.map(({ kind, text }, index) => ({
    kind,
    text: index % 2 === 0 ? `http://${text}/hook` : `https://${text}:8443/hook`,
  }));
  const vectors = [...hosts, ...DISGUISED_URLS];
  const outcomes = await notifyAll(vectors.map(({ text }) => text));
  return vectors.map(({ kind, text }, index) => {
    const outcome = String(outcomes[index]);
    // An address as it is meant is a good notification URL to a sandbox: it is the sender that must not go there.
    const holds = index < hosts.length ? outcome === 'blocked' : isNowhere(outcome);
    return { kind, vector: text, way: 'notification URL', outcome, holds };
  });
}

async function byRules(): Promise<Attempt[]> {
  const outcomes = await notifyAll(
    LIVE_URLS.map(({ text }) => text),
    { notificationUrlRules: 'live' },
  );
  return LIVE_URLS.map(({ kind, text }, index) => {
    const outcome = String(outcomes[index]);
    return { kind, vector: text, way: 'rules of the service', outcome, holds: outcome === 'not taken' };
  });
}

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
  const attempts = FORBIDDEN_HOSTS.map(async ({ kind, text }, index): Promise<Attempt> => {
    const address = addressOf(text);
    const scheme = index % 2 === 0 ? 'http' : 'https';
    const outcomes = await connectAll(makeAgents, port, { name: 'shop.example', answers: [[address]], scheme });
    const outcome = outcomes.join(', ');
    return { kind, vector: address, way: 'answer of a resolver', outcome, holds: outcome === BLOCKED };
  });
  return Promise.all(attempts);
}

/** Beside this machine, or beside an allowed host, nobody else is reached. */
async function byCompany(makeAgents: MakeAgents, { port }: Target): Promise<Attempt[]> {
  const mixed = FORBIDDEN_HOSTS.map(async ({ kind, text }): Promise<Attempt> => {
    const address = addressOf(text);
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

async function byReply(trap: Target): Promise<Attempt[]> {
  const evil = await startTarget((request, response) => {
    const index = Number(/^\/(\d+)/.exec(request.url ?? '')?.[1]);
    const reply = EVIL_REPLIES[index];
    if (reply === undefined) return void response.end('OK');
    reply.answer(response, `http://127.0.0.1:${trap.port}/${index}`);
  });
  const urls = EVIL_REPLIES.map((_reply, index) => `http://127.0.0.1:${evil.port}/${index}`);
  const outcomes = await notifyAll(urls, { notificationTimeoutMs: SLOW_LIMIT_MS });
  await evil.close();
  return EVIL_REPLIES.map(({ kind, text, verdict }, index) => {
    const isLed = trap.hits.includes(`/${index}`) || evil.hits.filter((path) => path === `/${index}`).length !== 1;
    const isLost = evil.hits.includes(`/trap/${index}`);
    const outcome = `${outcomes[index]}${isLed || isLost ? ', and went on' : ''}`;
    return { kind, vector: text, way: 'reply', outcome, holds: outcome === verdict };
  });
}

/** An attack that could not see anybody being let through would prove nothing. */
async function byThisMachine({ port }: Target): Promise<Attempt[]> {
  const urls = LOOPBACK_HOSTS.map((host) => `http://${host}:${port}/here`);
  const outcomes = await notifyAll(urls);
  return urls.map((url, index) => {
    const outcome = String(outcomes[index]);
    return { kind: 'this machine', vector: url, way: 'must be reached', outcome, holds: outcome === 'acknowledged' };
  });
}

/** Everything there is, one way after the other. */
export async function tryEverything(makeAgents: MakeAgents): Promise<Attempt[]> {
  const trap = await startTarget();
  try {
    return [
      ...(await byReply(trap)),
      ...(await byUrl()),
      ...(await byRules()),
      ...(await byAllowance()),
      ...(await byResolver(makeAgents, trap)),
      ...(await byCompany(makeAgents, trap)),
      ...(await byRebinding(makeAgents, trap)),
      ...(await byThisMachine(trap)),
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
