import { Inject, Injectable } from '@nestjs/common';
import type { Refusal } from '../../protocol/index.js';
import type { Clock } from '../../support/index.js';
import { TerminalGroups } from '../terminal-groups/index.js';
import { CLOCK } from '../tillbridge.tokens.js';
import { BootCheckNonce } from './boot-check-nonce.js';
import { Entrance } from './entrance.service.js';
import {
  authenticate,
  judgeHeader,
  type Authentication,
  type IncomingNotification,
} from './notification-authenticator.js';

/** Why a request is refused. */
export interface Barred {
  readonly refusal: Refusal;
  /** For the log. */
  readonly reason: string;
}

/** What was found out about a request's bytes. */
interface Proof {
  readonly body: Uint8Array;
  readonly result: Authentication;
}

/**
 * Judges who sent a request: by its headers before there is a body, then by the bytes (spec §5.2). An unknown group is
 * refused exactly like a wrong key.
 */
@Injectable()
export class SignatureJudge {
  private readonly proofs = new WeakMap<object, Proof>();

  constructor(
    private readonly groups: TerminalGroups,
    private readonly bootCheck: BootCheckNonce,
    private readonly entrance: Entrance,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Whether a request is the module's own, made at the start. */
  isBootCheck({ headers }: IncomingNotification): boolean {
    return this.bootCheck.matches(headers[BootCheckNonce.header]);
  }

  /** Everything that can be judged before there is a body; `null` when nothing speaks against it. */
  judgeHead(incoming: IncomingNotification): Barred | null {
    const group = this.groups.find(incoming.params['group'] ?? '');
    const barred = group && !this.isBootCheck(incoming) ? this.entrance.refuse(incoming, group) : null;
    if (barred !== null) return { refusal: 'refused', reason: barred };
    const judged = judgeHeader(incoming, this.clock.now());
    return 'refusal' in judged ? judged : null;
  }

  /** Judges the bytes, and remembers what was found for {@link judgeAll}; `null` when they are the service's. */
  judgeBody(request: object, incoming: IncomingNotification): Barred | null {
    const result = this.authenticated(incoming);
    if (!result.ok) return result;
    this.proofs.set(request, { body: result.notification.body, result });
    return null;
  }

  /**
   * The whole judgement. What was found out about the same bytes before is not computed once more.
   *
   * @param request - Node's own
   */
  judgeAll(request: object, incoming: IncomingNotification): Authentication {
    const barred = this.judgeHead(incoming);
    if (barred !== null) return { ok: false, ...barred };
    const proof = this.proofs.get(request);
    const { rawBody } = incoming;
    const isSame = proof !== undefined && rawBody !== undefined && Buffer.compare(proof.body, rawBody) === 0;
    return isSame ? proof.result : this.authenticated(incoming);
  }

  private authenticated(incoming: IncomingNotification): Authentication {
    const group = this.groups.find(incoming.params['group'] ?? '');
    return authenticate(incoming, group?.keys.all ?? [], this.clock.now());
  }
}
