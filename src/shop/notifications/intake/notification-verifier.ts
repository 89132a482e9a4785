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

/** What was found out about a request's bytes, and what the URL was taken to say: anyone who routes may read it otherwise. */
interface Proof {
  readonly body: Uint8Array;
  /** What the body parser was given; for a large body that is not the body. */
  readonly released: Uint8Array;
  readonly incoming: IncomingNotification;
  readonly result: Authentication;
}

const groupNamed = ({ params }: IncomingNotification): string => params['group'] ?? '';

/**
 * Judges who sent a request: by its headers before there is a body, then by the bytes (spec §5.2). An unknown group is
 * refused exactly like a wrong key.
 */
@Injectable()
export class NotificationVerifier {
  /**
   * Under which a request keeps its proof. Not a WeakMap: what one holds outlives the next collection of young objects
   * although its key is gone, and that would have to copy the headers and the body of each notification.
   */
  private readonly proof = Symbol('proof');

  constructor(
    private readonly groups: TerminalGroups,
    private readonly bootCheck: BootCheckNonce,
    private readonly policy: SourcePolicy,
    private readonly lookup: GroupLookup,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Whether a request is the module's own, made at the start. */
  isBootCheck({ headers }: IncomingNotification): boolean {
    return this.bootCheck.isOn(headers);
  }

  /** Name of the terminal group that the URL names, by its name of now. */
  groupOf(incoming: IncomingNotification): string {
    const named = groupNamed(incoming);
    return this.groups.find(named)?.name ?? named;
  }

  /**
   * Finds out whether there is the group that the URL names, where it is not known.
   *
   * @returns null when there is nothing to wait for; or else, when that has come, why the request is refused, or null
   */
  learnGroup(incoming: IncomingNotification): Promise<Refused | null> | null {
    return this.lookup.begin(incoming);
  }

  /** Everything that can be judged before there is a body. */
  verifyHeaders(incoming: IncomingNotification): SignedParts | Refused {
    return this.barred(incoming) ?? verifyHeaders(incoming, this.clock.now());
  }

  /**
   * Judges the bytes under headers that were judged before, and remembers for {@link verify} what was found.
   *
   * @param released - what the host's parsers are given in their place, or the bytes themselves
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
   * The whole judgement. What was found out about the same bytes under the same URL before is not computed once more.
   *
   * @param request - Node's own
   */
  verify(request: object, incoming: IncomingNotification): Authentication {
    const proof = Reflect.get(request, this.proof) as Proof | undefined;
    if (!proof || !isReleased(proof, incoming)) return this.verifyAll(incoming);
    if (isAbout(proof, incoming)) return proof.result;
    // Not by spreading: what a platform's own request has, its prototype has.
    const { params, headers, query, socket } = incoming;
    return this.verifyAll({ params, headers, query, ...(socket && { socket }), rawBody: proof.body });
  }

  private verifyAll(incoming: IncomingNotification): Authentication {
    return this.barred(incoming) ?? authenticate(incoming, this.keysOf(incoming), this.clock.now());
  }

  /** By address and URL; null when they may come in, or the group is not known. */
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
