import type { RefundEvidenceEntity } from '../entities/refund-evidence.entity.js';

type Evidence = Pick<RefundEvidenceEntity, 'kind' | 'outcome'>;

const TEXTS: Readonly<Record<Evidence['kind'], Readonly<Record<string, string>>>> = {
  intent: {
    sending: 'Written down as sent, before the first byte left',
    claimed: 'Requested, and at the service already: nothing was sent',
  },
  answer: {
    accepted: 'The service answered that it has it',
    untold: 'The service answered that it has it, and a handler of the shop failed',
    rejected: 'The service refused it',
    'not-sent': 'It did not leave',
    unknown: 'No clear answer: the service may have it, or not',
    lost: 'The process that waited for the answer ended',
    withheld: 'Held back at the last moment: no byte left',
  },
  read: {
    reserved: 'Read at the service: it is there, accepted, not paid out yet',
    completed: 'Read at the service: it is there, paid out',
    declined: 'Read at the service: it is there, refused',
    void: 'Read at the service: it is there, cancelled',
    absent: 'Read at the service: no trace of it',
    conflict: 'Read at the service: what is there contradicts what is known here',
    failed: 'The service could not be read',
  },
  report: {
    reserved: 'The service showed it: accepted, not paid out yet',
    completed: 'The service showed it: paid out',
    declined: 'The service showed it: refused',
    void: 'The service showed it: cancelled',
  },
  decision: {
    paid: 'A person said that the service has it',
    'not-paid': 'A person said that the service does not have it',
    cancelled: 'A person cancelled it',
  },
};

const KINDS: Readonly<Record<Evidence['kind'], string>> = {
  intent: 'Sending',
  answer: 'Answer',
  read: 'Read at the service',
  report: 'Seen at the service',
  decision: 'Decision',
};

/**
 * The text of one piece of evidence: a sentence without its full stop.
 *
 * @example
 * evidenceText({ kind: 'read', outcome: 'absent' }); // 'Read at the service: no trace of it'
 */
export const evidenceText = ({ kind, outcome }: Evidence): string =>
  TEXTS[kind][outcome] ?? `${KINDS[kind]}: ${outcome}`;
