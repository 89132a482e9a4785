import { Inject, Injectable } from '@nestjs/common';
import type { Refusal } from '../../../protocol/index.js';
import type { Clock } from '../../../support/index.js';
import { TerminalGroups, CLOCK } from '../../core/index.js';
import { BootCheckNonce } from '../startup-check/boot-check-nonce.js';
import { SourcePolicy } from './source-policy.js';
import {
  authenticate,
  judgeHeader,
  transactionIdOf,
  type Authentication,
  type IncomingNotification,
} from './notification-authenticator.js';

/** Why a request is refused. */
export interface Barred {
  readonly refusal: Refusal;
  /** For the log. */
  readonly reason: string;
}

/** What was found out about a request's bytes, and what the URL was taken to say: whoever routes may read it otherwise. */
interface Proof {
  readonly body: Uint8Array;
  /** What whoever parses bodies was given; for a large body that is not the body. */
  readonly released: Uint8Array;
  readonly group: string;
  readonly transactionId: string | null;
  readonly result: Authentication;
}

const groupNamed = ({ params }: IncomingNotification): string => params['group'] ?? '';

/**
 * Judges who sent a request: by its headers before there is a body, then by the bytes (spec §5.2). An unknown group is
 * refused exactly like a wrong key.
 */
@Injectable()
export class NotificationVerifier {
  private readonly proofs = new WeakMap<object, Proof>();

  constructor(
    private readonly groups: TerminalGroups,
    private readonly bootCheck: BootCheckNonce,
    private readonly entrance: SourcePolicy,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Whether a request is the module's own, made at the start. */
  isBootCheck({ headers }: IncomingNotification): boolean {
    return this.bootCheck.matches(headers[BootCheckNonce.header]);
  }

  /** Name of the terminal group that the URL names, by its name of now. */
  groupOf(incoming: IncomingNotification): string {
    const named = groupNamed(incoming);
    return this.groups.find(named)?.name ?? named;
  }

  /** Everything that can be judged before there is a body; `null` when nothing speaks against it. */
  verifyHeaders(incoming: IncomingNotification): Barred | null {
    const group = this.groups.find(groupNamed(incoming));
    const barred = group && !this.isBootCheck(incoming) ? this.entrance.refuse(incoming, group) : null;
    if (barred !== null) return { refusal: 'refused', reason: barred };
    const judged = judgeHeader(incoming, this.clock.now());
    return 'refusal' in judged ? judged : null;
  }

  /**
   * Judges the bytes, and remembers what was found for {@link judgeAll}; `null` when they are the service's.
   *
   * @param released - what the host's parsers are given in their place, or the bytes themselves
   */
  verifyBody(request: object, incoming: IncomingNotification, released: Uint8Array): Barred | null {
    const result = this.authenticated(incoming);
    if (!result.ok) return result;
    const [group, transactionId] = [groupNamed(incoming), transactionIdOf(incoming.query)];
    this.proofs.set(request, { body: result.notification.body, released, group, transactionId, result });
    return null;
  }

  /**
   * The whole judgement. What was found out about the same bytes, group and order before is not computed once more.
   *
   * @param request - Node's own
   */
  judgeAll(request: object, incoming: IncomingNotification): Authentication {
    const barred = this.verifyHeaders(incoming);
    if (barred !== null) return { ok: false, ...barred };
    const proof = this.proofs.get(request);
    if (!proof || !isReleased(proof, incoming)) return this.authenticated(incoming);
    if (isAbout(proof, incoming)) return proof.result;
    // Not by spreading: what a platform's own request has, its prototype has.
    const { params, headers, query } = incoming;
    return this.authenticated({ params, headers, query, rawBody: proof.body });
  }

  private authenticated(incoming: IncomingNotification): Authentication {
    const group = this.groups.find(groupNamed(incoming));
    return authenticate(incoming, group?.keys.all ?? [], this.clock.now());
  }
}

const isReleased = ({ released }: Proof, { rawBody }: IncomingNotification): boolean =>
  rawBody !== undefined && Buffer.compare(released, rawBody) === 0;

const isAbout = (proof: Proof, incoming: IncomingNotification): boolean =>
  proof.group === groupNamed(incoming) && proof.transactionId === transactionIdOf(incoming.query);
