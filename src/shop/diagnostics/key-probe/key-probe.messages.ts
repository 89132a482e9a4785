import { runbook, type SingleKey } from '../../core/index.js';

/** Which key was tried, and where. */
export interface ProbedKey {
  readonly group: string;
  readonly mode: string;
  readonly host: string;
  /** The key's fingerprint. */
  readonly id: string;
}

const subject = ({ group, mode, host, id }: ProbedKey): string =>
  `key ${id} of terminal group ${group} (mode ${mode}, ${host})`;

const CONSEQUENCES: Readonly<Record<SingleKey['role'], string>> = {
  current: 'Every call of this group would fail.',
  spare: 'It makes no calls now, and still verifies notifications.',
  waiting: 'It is not valid yet, and every call would fail once it is.',
  ended: 'It makes no calls any more.',
};

const FINDINGS: Readonly<Record<'known' | 'refused' | 'unclear', (host: string) => string>> = {
  known: (host) => ` It is known at ${host}: a key of the other mode.`,
  refused: (host) => ` It is not known at ${host} either.`,
  unclear: (host) => ` Whether it is known at ${host} could not be found out.`,
};

/** The messages of the probe of keys. They show no more of a key than its fingerprint. */
export const probeMessages = {
  refused: (key: ProbedKey, role: SingleKey['role']): string =>
    `The service does not know ${subject(key)}: 1032, invalid API key. ${CONSEQUENCES[role]} Is it a key of the other mode (test, live), or was it changed in the dashboard? (see ${runbook('key-refused')})`,
  otherMode: (host: string, verdict: 'known' | 'refused' | 'unclear'): string => FINDINGS[verdict](host),
  unclear: (key: ProbedKey, code: string): string =>
    `Could not try ${subject(key)}: ${code}. This is no reason not to start; the first call will tell.`,
} as const;
