import axios from 'axios';
import type { LookupAddress } from 'node:dns';
import { createServer, type Agent, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, LookupFunction } from 'node:net';
import { startSandbox, type StandaloneSandboxOptions } from 'tillbridge/sandbox';
import { CANARY_MARKER } from '../support/canary-marker.mjs';

/** Answers by the path that is asked for. */
export type Answer = (request: IncomingMessage, response: ServerResponse) => void;

/** A server of this machine. */
export interface Target {
  readonly port: number;
  /** Paths that were asked for. */
  readonly hits: string[];
  close(): Promise<void>;
}

/** Of the sandbox that notifies. */
export type NotifyOptions = Partial<StandaloneSandboxOptions>;

/** How the sandbox's own agents are made: `destinationAgents`, from the build or from the source. */
export type MakeAgents = typeof import('./built.mjs').destinationAgents;

const KEY = `${CANARY_MARKER}-addresses-key`;
/** Only what is let through by mistake, to someone who does not answer, takes this long. */
const PATIENCE_MS = 5_000;

/** Starts a server on a free port of the loopback address. */
export async function startTarget(answer: Answer = (_request, response) => void response.end('OK')): Promise<Target> {
  const hits: string[] = [];
  const server = createServer((request, response) => {
    hits.push(new URL(request.url ?? '/', 'http://target').pathname);
    request.resume().on('end', () => answer(request, response));
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const close = (): Promise<void> =>
    new Promise((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return { port, hits, close };
}

async function isOrdered(url: string, order_id: string, notification_url: string): Promise<boolean> {
  const body = JSON.stringify({
    type: 'redirect',
    order_id,
    currency: 'EUR',
    amount: 100,
    description: order_id,
    payment_options: { notification_url },
  });
  const response = await fetch(`${url}/v1/json/orders`, { method: 'POST', headers: { api_key: KEY }, body });
  return (await response.text()).includes('"success":true');
}

/**
 * Orders with these notification URLs, at a sandbox with these options, each notified once.
 *
 * @returns of each URL `not taken`, or the verdicts of what was sent.
 */
export async function notifyAll(urls: readonly string[], options: NotifyOptions = {}): Promise<string[]> {
  const terminalGroups = [{ name: 'web', apiKey: KEY }];
  const service = await startSandbox({ terminalGroups, notificationTimeoutMs: PATIENCE_MS, ...options });
  try {
    const taken = await Promise.all(urls.map((each, index) => isOrdered(service.url, `A-${index}`, each)));
    await service.sandbox.idle();
    return await Promise.all(
      taken.map(async (isTaken, index) => {
        if (!isTaken) return 'not taken';
        const deliveries = await service.sandbox.deliveries(`A-${index}`);
        return deliveries.map(({ verdict }) => verdict).join(', ');
      }),
    );
  } finally {
    await service.close();
  }
}

const addressesOf = (answer: readonly string[]): LookupAddress[] =>
  answer.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));

/** A name, what a resolver says of it at each connection, and who is allowed besides this machine. */
export interface Resolved {
  readonly name: string;
  readonly answers: readonly (readonly string[])[];
  readonly allowedHosts?: readonly string[];
  readonly scheme?: 'http' | 'https';
}

// Node says so; its types do not.
const hasOptions = (agent: Agent): agent is Agent & { options: { lookup?: LookupFunction } } => 'options' in agent;

/** Notes what the sender's own lookup gives to a socket: every one of these would be connected to. */
function listen(agent: Agent, given: string[]): void {
  const lookup = hasOptions(agent) ? agent.options.lookup : undefined;
  if (!hasOptions(agent) || lookup === undefined) throw new Error('The agent has no lookup of its own.');
  agent.options.lookup = (hostname, how, callback) =>
    lookup(hostname, how, (error, found, family) => {
      given.push(...(typeof found === 'string' ? [found] : found.map(({ address }) => address)));
      callback(error, found, family);
    });
}

/**
 * Connects by name, as often as the resolver has an answer, through the client and the agents that the sender uses.
 *
 * @returns of each connection what was reached, or the code of the error; and how often the resolver was asked.
 */
export async function connectAll(makeAgents: MakeAgents, port: number, resolved: Resolved): Promise<string[]> {
  const { name, answers, allowedHosts = [], scheme = 'http' } = resolved;
  let asked = 0;
  const agents = makeAgents(allowedHosts, (_hostname, _options, callback) =>
    callback(null, addressesOf(answers[asked++] ?? [])),
  );
  const given: string[] = [];
  for (const agent of Object.values(agents)) listen(agent, given);
  const outcomes: string[] = [];
  for (const _answer of answers) {
    given.length = 0;
    const signal = AbortSignal.timeout(PATIENCE_MS);
    const config = { ...agents, signal, maxRedirects: 0, proxy: false as const };
    outcomes.push(
      await axios.get(`${scheme}://${name}:${port}/`, config).then(
        () => `reached ${given.filter(Boolean).join(' or ')}`,
        (error: unknown) => (axios.isAxiosError(error) ? (error.code ?? 'unknown') : String(error)),
      ),
    );
  }
  return asked === answers.length ? outcomes : [...outcomes, `asked ${asked} times`];
}
