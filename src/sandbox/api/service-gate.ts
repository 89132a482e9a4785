import { Inject, Injectable } from '@nestjs/common';
import {
  accountOfRequest,
  faultAnswer,
  GroupSwitches,
  SANDBOX_SETTINGS,
  type SandboxAccount,
  type SandboxSettings,
  type SandboxSwitches,
  type ServiceAnswer,
  type ServiceFault,
  type ServiceJson,
  successAnswer,
} from '../core/index.js';
import type { PageRequest } from '../../pages/page-request.js';
import { Responder } from '../../pages/responder.js';
import { triggeredFault } from './error-triggers.js';

/** A request and its response. */
export interface ServiceCall {
  readonly request: PageRequest;
  readonly response: unknown;
}

/** The first and last steps of every operation: the key, the account's state, the envelope. */
@Injectable()
export class ServiceGate {
  constructor(
    private readonly responder: Responder,
    private readonly switches: GroupSwitches,
    @Inject(SANDBOX_SETTINGS) private readonly settings: SandboxSettings,
  ) {}

  /** Runs the work of a call with a valid key, and sends the answer. */
  async handle(
    { request, response }: ServiceCall,
    work: (account: SandboxAccount) => Promise<ServiceAnswer>,
  ): Promise<void> {
    const account = accountOfRequest(request, this.settings.accounts);
    const switches = account && this.switches.of(account.name);
    const fault = switches === null ? { code: 1032 } : accountFault(switches);
    const answer = account === null || fault !== null ? faultAnswer(fault ?? { code: 1032 }) : await work(account);
    const status = switches?.errorStatus === 'ok' && isFault(answer) ? 200 : answer.status;
    this.responder.json(response, status, answer.text);
  }

  /** `{success, data}`, formatted by the sandbox's switches. */
  success(data: ServiceJson): ServiceAnswer {
    return successAnswer(data, this.settings);
  }
}

/** `410` and code 1000, the service's answer to an update of something that does not exist (protocol §2.3). */
export function goneAnswer(): ServiceAnswer {
  return { ...faultAnswer({ code: 1000, detail: 'Not found' }), status: 410 };
}

/** `{"message"}` without a code, the service's answer outside of its usual envelope (protocol §3.1, E2). */
export function messageAnswer(status: number, message: string): ServiceAnswer {
  return { status, text: JSON.stringify({ message }) };
}

function accountFault(switches: SandboxSwitches): ServiceFault | null {
  if (switches.keyMode === 'live') return { code: 1032, detail: 'a live key does not open the test environment' };
  if (switches.accountBlocked) return triggeredFault(1020);
  if (!switches.siteActive) return triggeredFault(1019);
  return switches.error === null ? null : triggeredFault(switches.error);
}

function isFault({ text }: ServiceAnswer): boolean {
  return text.startsWith('{"success":false');
}
