import type { RefundProof } from '../../shop/refunds/index.js';
import type { RefundState } from '../../shop/refund-records/index.js';

/** How a state looks and what it says to whoever answers the customer. */
export interface StateLabel {
  readonly tone: 'good' | 'bad' | 'wait' | 'note' | 'plain';
  /** One or two words. */
  readonly name: string;
  /** One sentence. */
  readonly meaning: string;
}

/** Every state of a refund in plain words. */
export const STATE_LABELS: Readonly<Record<RefundState, StateLabel>> = {
  queued: { tone: 'wait', name: 'waiting', meaning: 'It is on record and waits for its turn to be sent.' },
  sending: { tone: 'note', name: 'being sent', meaning: 'It is on its way to the service; the answer is waited for.' },
  accepted: {
    tone: 'note',
    name: 'accepted',
    meaning: 'The service has taken it; the money has not left yet. Until it does the refund can be called off.',
  },
  settled: { tone: 'good', name: 'paid out', meaning: 'The money has left for the customer.' },
  rejected: {
    tone: 'bad',
    name: 'refused',
    meaning: 'The service refused it, or the bank sent it back: no money leaves.',
  },
  unknown: {
    tone: 'wait',
    name: 'not known yet',
    meaning:
      'Nobody knows yet whether the service has it. It is looked for there, and not sent again before that is proved.',
  },
  manual: {
    tone: 'bad',
    name: 'needs a decision',
    meaning: 'What the service shows does not tell what became of it. Nothing more is sent until a person says.',
  },
  cancelled: { tone: 'plain', name: 'called off', meaning: 'It was called off before any money left.' },
};

/** Why a refund is in its state, where the reason is one of the package's own. */
const REASONS: Readonly<Record<string, string>> = {
  lost: 'The process that was sending it ended before the answer came.',
  exhausted: 'It was sent as often as it may be, and each time was proved not to have arrived.',
  unresolved: 'The service gave nothing conclusive for too long.',
  unsettled: 'The service accepted it, and was never seen to pay it out.',
  declined: 'The service accepted it at first, and refused it afterwards.',
  void: 'It was called off at the service.',
  cancelled: 'It was called off here.',
  twice: 'The service shows two refunds of ours where one was asked for.',
  'other-amount': 'The service shows our refund with another amount.',
  ambiguous: "The service shows refunds that may be ours or somebody else's.",
  revived: 'It was seen at the service after it had been given up.',
  unsent: 'It was seen at the service although it was never sent from here.',
  failing: 'Nothing gets through to the service.',
  untold: "The service accepted it, and the shop's own code failed when it was told.",
  decided: 'A person said so.',
  TIMEOUT: 'No answer came in time.',
  NETWORK: 'The connection broke before an answer came.',
  SERVICE_1034: 'The service answered 1034: it may have it already, or have seen the same amount too recently.',
};

/** A reason in words; a code that is not the package's own is named. */
export const reasonText = (reason: string): string =>
  REASONS[reason] ?? `The reason given was ${reason.replace(/^SERVICE_/, 'error ')}.`;

type Kind = RefundProof['kind'];

const OUTCOMES: Readonly<Record<Kind, Readonly<Record<string, string>>>> = {
  intent: { sending: 'Written down as sent, before the first byte left' },
  answer: {
    accepted: 'The service answered that it has it',
    untold: "The service answered that it has it, and the shop's own code failed when it was told",
    rejected: 'The service refused it',
    'not-sent': 'It did not leave',
    unknown: 'No clear answer: the service may have it, or not',
    lost: 'The process that waited for the answer ended',
    withheld: 'Held back at the last moment: no byte left',
  },
  read: {
    reserved: 'Looked at the service: it is there, accepted, not paid out yet',
    completed: 'Looked at the service: it is there, paid out',
    declined: 'Looked at the service: it is there, refused',
    void: 'Looked at the service: it is there, called off',
    absent: 'Looked at the service: no trace of it',
    conflict: 'Looked at the service: what is there contradicts what is known here',
    failed: 'Tried to look at the service, and could not',
  },
  report: {
    reserved: 'The service showed it: accepted, not paid out yet',
    completed: 'The service showed it: paid out',
    declined: 'The service showed it: refused',
    void: 'The service showed it: called off',
  },
  decision: {
    paid: 'A person said that the service has it',
    'not-paid': 'A person said that the service does not have it',
    cancelled: 'A person called it off',
  },
};

const PHASES: Readonly<Record<string, string>> = {
  queue: 'before it left, in the line for the service',
  resolve: "before it left, while the service's address was looked up",
  connect: 'before it left, while connecting',
  tls: 'before it left, while connecting',
  request: 'while it was being sent',
  'response-status': 'while the answer was waited for',
  'response-body': 'in the middle of the answer',
  answer: 'with a whole answer',
};

/** What one piece of evidence says: a sentence, and what stands behind it. */
export function proofText(proof: RefundProof): { readonly text: string; readonly details: readonly string[] } {
  const text = OUTCOMES[proof.kind][proof.outcome] ?? `${KINDS[proof.kind]}: ${proof.outcome}`;
  const { code, httpStatus, phase, durationMs, attempt } = proof;
  const details = [
    attempt > 0 && `sending ${attempt}`,
    code !== null && code,
    httpStatus !== null && `HTTP ${httpStatus}`,
    phase !== null && (PHASES[phase] ?? phase),
    durationMs !== null && `took ${durationMs} ms`,
  ];
  return { text, details: details.filter((each) => each !== false) };
}

const KINDS: Readonly<Record<Kind, string>> = {
  intent: 'Sending',
  answer: 'Answer',
  read: 'Read at the service',
  report: 'Seen at the service',
  decision: 'Decision',
};
