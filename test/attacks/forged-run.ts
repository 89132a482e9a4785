import { isAcknowledged } from 'tillbridge/protocol';
import { HONEST } from './forged-books.js';
import { SIGNED_KINDS, type ForgedKind } from './forged-kinds.js';
import { SPELT_KINDS } from './forged-spellings.js';
import { WIRE_KINDS } from './forged-wire-kinds.js';
import { bytesOf, incomingOf, type Forger } from './forger.js';
import type { Answer, Wire } from './wire.js';

type Authenticate = typeof import('./built.mjs').authenticate;

/** Every way of forging there is. */
export const FORGED_KINDS: readonly ForgedKind[] = [...SIGNED_KINDS, ...SPELT_KINDS, ...WIRE_KINDS];

/** What became of one kind. */
export class KindTally {
  tried = 0;
  accepted = 0;
  /** Every answer that came, each once, by its status. */
  readonly answers = new Map<number, Set<string>>();

  note({ status, type, body }: Answer): void {
    this.tried += 1;
    if (isAccepted(status, body)) this.accepted += 1;
    this.answers.set(status, (this.answers.get(status) ?? new Set()).add(`${type} ${body}`));
  }
}

const isAccepted = (status: number, body: string): boolean =>
  (status >= 200 && status < 300) || isAcknowledged({ status: 200, body });

const newTallies = (): Map<string, KindTally> => new Map(FORGED_KINDS.map(({ name }) => [name, new KindTally()]));

/** What a run over sockets is made of. */
export interface ForgedRun {
  readonly wire: Wire;
  readonly forger: Forger;
  readonly platform: 'express' | 'fastify';
  readonly count: number;
  /** How many forged ones lie between two honest ones, each of which pays the next of the honest orders. */
  readonly honestEvery: number;
  /** Kinds that need a connection of their own come up in each of so many rounds only. */
  readonly aloneEvery: number;
  readonly progress?: (done: number) => void;
}

/** What became of a run. */
export interface ForgedOutcome {
  readonly tallies: ReadonlyMap<string, KindTally>;
  /** Honest notifications, each sent twice, and how many of them were acknowledged both times. */
  readonly honest: number;
  readonly acknowledged: number;
}

const AT_ONCE = 128;

/** Sends forged requests of every kind in turn, and honest ones between them. */
export async function forge(run: ForgedRun): Promise<ForgedOutcome> {
  const tallies = newTallies();
  const steps = stepsOf(run);
  let [honest, acknowledged, done] = [0, 0, 0];
  const payHonestly = async (): Promise<void> => {
    const genuine = run.forger.genuine(`${HONEST}${honest}`);
    honest += 1;
    const once = await run.wire.send(bytesOf(genuine));
    const again = await run.wire.send(bytesOf(genuine));
    if ([once, again].every(({ status, body }) => status === 200 && body === 'OK')) acknowledged += 1;
  };
  const keepSending = async (): Promise<void> => {
    for (const { kind, step, isAfterHonest } of steps) {
      if (isAfterHonest) await payHonestly();
      tallies.get(kind.name)!.note(await send(run, kind, step));
      done += 1;
      run.progress?.(done);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, keepSending));
  return { tallies, honest, acknowledged };
}

interface Step {
  readonly kind: ForgedKind;
  /** How often this kind came up before. */
  readonly step: number;
  readonly isAfterHonest: boolean;
}

function* stepsOf({ count, honestEvery, aloneEvery }: ForgedRun): Generator<Step> {
  for (let next = 0, sent = 0; sent < count; next += 1) {
    const [kind, round] = [FORGED_KINDS[next % FORGED_KINDS.length]!, Math.floor(next / FORGED_KINDS.length)];
    if (kind.alone && round % aloneEvery !== 0) continue;
    const step = kind.alone ? round / aloneEvery : round;
    yield { kind, step: step, isAfterHonest: sent % honestEvery === 0 };
    sent += 1;
  }
}

function send({ wire, forger }: ForgedRun, kind: ForgedKind, step: number): Promise<Answer> {
  const genuine = forger.genuine();
  const bytes = bytesOf({ ...genuine, ...kind.forge(genuine, step, forger) });
  return kind.alone ? wire.sendAlone(bytes) : wire.send(bytes);
}

/** The same against the pure judgement of the module, where there is nothing but header, query and body. */
export function forgePurely(authenticate: Authenticate, forger: Forger, count: number): ReadonlyMap<string, KindTally> {
  const kinds = FORGED_KINDS.filter(({ wireOnly }) => !wireOnly);
  const tallies = newTallies();
  for (let next = 0; next < count; next += 1) {
    const kind = kinds[next % kinds.length]!;
    const genuine = forger.genuine();
    const forgery = { ...genuine, ...kind.forge(genuine, Math.floor(next / kinds.length), forger) };
    const judged = authenticate(incomingOf(forgery), [forger.keys.web], Date.now());
    const answer = judged.ok ? { status: 200, body: 'OK' } : { status: 401, body: judged.refusal };
    tallies.get(kind.name)!.note({ ...answer, type: '' });
  }
  return tallies;
}

/** What must not be in a run over sockets. */
export function faultsOf({ tallies, honest, acknowledged }: ForgedOutcome, platform: ForgedRun['platform']): string[] {
  const faults = FORGED_KINDS.flatMap((kind) => {
    const tally = tallies.get(kind.name)!;
    const allowed = allowedOf(kind, platform);
    const differing = [...tally.answers].filter(([, texts]) => texts.size > 1 && !kind.isHostPage);
    return [
      ...(tally.accepted > 0 ? [`${tally.accepted} were accepted`] : []),
      ...[...tally.answers.keys()].filter((status) => !allowed.includes(status)).map((status) => `answered ${status}`),
      ...differing.map(([status, texts]) => `${status} with different bytes: ${[...texts].slice(0, 3).join(' | ')}`),
    ].map((fault) => `${platform}, ${kind.name}: ${fault}`);
  });
  const ignored = honest - acknowledged;
  return ignored === 0 ? faults : [...faults, `${platform}: ${ignored} of ${honest} honest ones were not acknowledged`];
}

function allowedOf({ answers = [401] }: ForgedKind, platform: ForgedRun['platform']): readonly number[] {
  return 'express' in answers ? answers[platform] : answers;
}
