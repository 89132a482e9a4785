import { Inject, Injectable, Logger, Optional, type OnModuleInit } from '@nestjs/common';
import { isPaymentError, type PaymentError, sanitiseCause, type ServiceRequest } from '../../../protocol/index.js';
import { ServiceCaller } from '../../client/index.js';
import {
  type ProcessRole,
  PROCESS_ROLE,
  faultList,
  refusal,
  TerminalGroups,
  type SingleKey,
  type TerminalGroup,
} from '../../core/index.js';
import { probeMessages, type ProbedKey } from './key-probe.messages.js';

/** A request that is open to every account and changes nothing; for a wrong key the answer is 1032 (protocol §2.9, §3.2). */
const REQUEST: ServiceRequest = {
  method: 'GET',
  path: '/v1/json/gateways',
  query: {},
  body: null,
  operation: 'payment-methods',
};
/** Longest duration of one try, in milliseconds: the start of the application waits for it. */
const PROBE_TIMEOUT_MS = 5_000;
/** Invalid API key (spec §7). */
const INVALID_API_KEY = 1032;

/** The service's verdict on a key; `unclear` has the code of the error that came instead of an answer. */
export type KeyVerdict = { kind: 'known' } | { kind: 'refused' } | { kind: 'unclear'; code: string };

/** One key that was tried. */
export interface TriedKey {
  /** The key's fingerprint. */
  readonly id: string;
  readonly role: SingleKey['role'];
  readonly verdict: KeyVerdict;
}

/**
 * Tries the keys of the terminal groups before the application takes requests, where the option `probe` says so: a wrong key,
 * or one of the other mode, is found now and not by the first customer (scenario C3).
 */
@Injectable()
export class KeyProbe implements OnModuleInit {
  private readonly logger = new Logger('Tillbridge:Keys');

  constructor(
    private readonly groups: TerminalGroups,
    private readonly service: ServiceCaller,
    @Optional() @Inject(PROCESS_ROLE) private readonly role: ProcessRole = 'server',
  ) {}

  /** @throws PaymentError `KEY_REFUSED` listing every group whose `probe` is `refuse` and whose key the service refuses */
  async onModuleInit(): Promise<void> {
    if (this.role === 'cli') return;
    this.groups.whenLearnt((group) => void this.probeLearnt(group));
    const probed = this.groups.all.filter(({ probe }) => probe !== 'off');
    const refusals = (await Promise.all(probed.map((group) => this.probeGroup(group)))).flat();
    if (refusals.length > 0) throw keyRefused(refusals);
  }

  /** Tries every key of a group that has not ended, and returns the service's verdicts; throws nothing. */
  tryKeys(group: TerminalGroup): Promise<TriedKey[]> {
    const tried = group.keys.singles.filter(({ role }) => role !== 'ended');
    return Promise.all(tried.map(async (key) => ({ id: key.id, role: key.role, verdict: await this.ask(group, key) })));
  }

  /** The application runs already: a fault that would have stopped its start is only logged. */
  private async probeLearnt(group: TerminalGroup): Promise<void> {
    if (group.probe === 'off') return;
    const refusals = await this.probeGroup(group).catch((error: unknown) => [sanitiseCause(error).message]);
    for (const text of refusals) this.logger.warn(text);
  }

  /** Logs the verdicts; returns the faults that must stop the start of the application. */
  private async probeGroup(group: TerminalGroup): Promise<string[]> {
    const tried = group.keys.singles.filter(({ role }) => role !== 'ended');
    return (await Promise.all(tried.map((key) => this.probeKey(group, key)))).flat();
  }

  private async probeKey(group: TerminalGroup, key: SingleKey): Promise<string[]> {
    const about: ProbedKey = { group: group.name, mode: group.mode, host: hostOf(group.baseUrl), id: key.id };
    const verdict = await this.ask(group, key);
    if (verdict.kind === 'unclear') this.logger.warn(probeMessages.unclear(about, verdict.code));
    if (verdict.kind !== 'refused') return [];
    const text = probeMessages.refused(about, key.role) + (await this.otherModeHint(group, key));
    // A key that makes no calls now does no harm: it may be revoked and still verify resends.
    if (group.probe === 'refuse' && key.role === 'current') return [text];
    this.logger.warn(text);
    return [];
  }

  private async otherModeHint(group: TerminalGroup, key: SingleKey): Promise<string> {
    if (group.otherModeUrl === null) return '';
    const verdict = await this.ask({ ...group, baseUrl: group.otherModeUrl }, key);
    return probeMessages.otherMode(hostOf(group.otherModeUrl), verdict.kind);
  }

  private async ask(group: TerminalGroup, { id, ring }: SingleKey): Promise<KeyVerdict> {
    const timeoutMs = Math.min(group.timeoutMs, PROBE_TIMEOUT_MS);
    // A separate name, so that these calls do not count against the group's budget.
    const alone = {
      ...group,
      name: `${group.name} (probe of ${id} at ${hostOf(group.baseUrl)})`,
      timeoutMs,
      // At most one try waits for the time that the service asks for; the start does not.
      calls: { ...group.calls, readPatienceMs: PROBE_TIMEOUT_MS },
      keys: ring,
    };
    try {
      await this.service.call(alone, REQUEST);
      return { kind: 'known' };
    } catch (error) {
      if (!isPaymentError(error)) throw error;
      return error.serviceCode === INVALID_API_KEY ? { kind: 'refused' } : { kind: 'unclear', code: error.code };
    }
  }
}

/** Host and port of an address that was checked before; no other part of it is shown. */
const hostOf = (url: string): string => url.replace(/^[a-z]+:\/\/([^/?#@]*@)?/i, '').replace(/[/?#].*$/, '');

function keyRefused(refusals: readonly string[]): PaymentError {
  return refusal({
    code: 'KEY_REFUSED',
    message: `TillbridgeModule does not start:${faultList(refusals)}`,
    kind: 'configuration',
    serviceCode: INVALID_API_KEY,
  });
}
