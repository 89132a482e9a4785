import { Inject, Injectable } from '@nestjs/common';
import type { SignedParts } from '../../../protocol/index.js';
import type { Clock } from '../../../support/index.js';
import { TerminalGroups, CLOCK } from '../../core/index.js';
import { BootCheckNonce } from '../startup-check/boot-check-nonce.js';
import { GroupLookup } from './group-lookup.js';
import { SourcePolicy } from './source-policy.js';
import {
  authenticate,
  verifyBody,
  verifyHeaders,
  transactionIdOf,
  type Authentication,
  type IncomingNotification,
  type Refused,
} from './notification-authenticator.js';

/** The result for a request's bytes, and the URL it is for: the host's router may read the URL otherwise. */
interface Proof {
  readonly body: Uint8Array;
  /** The bytes that the body parser was given. For a large body they are not the body. */
  readonly released: Uint8Array;
  readonly incoming: IncomingNotification;
  readonly result: Authentication;
}

const groupNamed = ({ params }: IncomingNotification): string => params['group'] ?? '';

/**
 * Verifies who sent a request: by its headers before there is a body, then by the bytes (spec §5.2). An unknown group is
 * refused exactly like a wrong key.
 */
@Injectable()
export class NotificationVerifier {
  /**
   * The key under which a request holds its proof. Not a WeakMap: its values survive the next collection of young objects
   * although the key is gone, and the headers and the body of each notification would be copied.
   */
  private readonly proof = Symbol('proof');

  constructor(
    private readonly groups: TerminalGroups,
    private readonly bootCheck: BootCheckNonce,
    private readonly policy: SourcePolicy,
    private readonly lookup: GroupLookup,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Whether a request is the module's own check at the start. */
  isBootCheck({ headers }: IncomingNotification): boolean {
    return this.bootCheck.isOn(headers);
  }

  /** Present name of the terminal group in the URL. */
  groupOf(incoming: IncomingNotification): string {
    const named = groupNamed(incoming);
    return this.groups.find(named)?.name ?? named;
  }

  /**
   * Looks up the group of the URL when it is not known.
   *
   * @returns null when there is nothing to wait for; otherwise a promise of the refusal, or of null
   */
  learnGroup(incoming: IncomingNotification): Promise<Refused | null> | null {
    return this.lookup.begin(incoming);
  }

  /** Checks everything that can be checked before there is a body. */
  verifyHeaders(incoming: IncomingNotification): SignedParts | Refused {
    return this.barred(incoming) ?? verifyHeaders(incoming, this.clock.now());
  }

  /**
   * Verifies the bytes after the headers were verified, and remembers the result for {@link verify}.
   *
   * @param released - the bytes that the host's parsers get instead, or the bytes themselves
   */
  verifyBody(
    request: object,
    incoming: IncomingNotification,
    { signed, released }: { readonly signed: SignedParts; readonly released: Uint8Array },
  ): Authentication {
    const result = verifyBody(incoming, signed, this.keysOf(incoming));
    if (result.ok) Reflect.set(request, this.proof, { body: result.notification.body, released, incoming, result });
    return result;
  }

  /**
   * The whole verification. A result for the same bytes under the same URL is not computed again.
   *
   * @param request - Node's own request
   */
  verify(request: object, incoming: IncomingNotification): Authentication {
    const proof = Reflect.get(request, this.proof) as Proof | undefined;
    if (!proof || !isReleased(proof, incoming)) return this.verifyAll(incoming);
    if (isAbout(proof, incoming)) return proof.result;
    // Not by spreading: the fields of a platform's request are on its prototype.
    const { params, headers, query, socket } = incoming;
    return this.verifyAll({ params, headers, query, ...(socket && { socket }), rawBody: proof.body });
  }

  private verifyAll(incoming: IncomingNotification): Authentication {
    return this.barred(incoming) ?? authenticate(incoming, this.keysOf(incoming), this.clock.now());
  }

  /** The refusal by address and URL; null when the request may come in, or the group is not known. */
  barred(incoming: IncomingNotification): Refused | null {
    const group = this.groups.find(groupNamed(incoming));
    return group && !this.isBootCheck(incoming) ? this.policy.refuse(incoming, group) : null;
  }

  private keysOf(incoming: IncomingNotification): readonly string[] {
    const group = this.groups.find(groupNamed(incoming));
    if (group) return group.keys.all;
    return this.isBootCheck(incoming) ? [this.bootCheck.key] : [];
  }
}

const isReleased = ({ released }: Proof, { rawBody }: IncomingNotification): boolean =>
  rawBody !== undefined && Buffer.compare(released, rawBody) === 0;

const isAbout = ({ incoming: known }: Proof, incoming: IncomingNotification): boolean =>
  groupNamed(known) === groupNamed(incoming) &&
  known.params['capability'] === incoming.params['capability'] &&
  transactionIdOf(known.query) === transactionIdOf(incoming.query);
