import { Controller, Delete, Get, Post, Req, Res, UseGuards, VERSION_NEUTRAL } from '@nestjs/common';
import {
  checkFaultOptions,
  checkScript,
  FAULT_RULES,
  type FaultDetails,
  type FaultOptions,
  HostGuard,
  isFaultKind,
  isFaultOperation,
  SandboxFaults,
} from '../../core/index.js';
import type { PageRequest } from '../../../pages/page-request.js';
import { ControlAnswers, ControlRefusal, type ControlBody } from './control-answers.js';

const DETAILS: readonly (keyof FaultDetails)[] = [
  'delayMs',
  'status',
  'skewMs',
  'retryAfterSeconds',
  'lagMs',
  'amount',
];

/** Faults over HTTP, for tests in any language. */
@Controller({ path: 'sandbox/faults', version: VERSION_NEUTRAL })
@UseGuards(HostGuard)
export class FaultsApiController {
  constructor(
    private readonly answers: ControlAnswers,
    private readonly faults: SandboxFaults,
  ) {}

  /** `GET /sandbox/faults`: the set-up faults, those that have happened, and the kinds that exist */
  @Get()
  async read(@Res() response: unknown): Promise<void> {
    await this.answers.answer(response, () => ({ ...this.faults.state(), kinds: FAULT_RULES }));
  }

  /**
   * `POST /sandbox/faults`: `{ "operation", "kind", "times"? }` and details affect the next requests; `{ "seed",
   * "probabilities", "operations"? }` and details affect requests by chance.
   */
  @Post()
  async set(@Req() request: PageRequest, @Res() response: unknown): Promise<void> {
    await this.answers.answerBody(request, response, (body) => {
      if ('seed' in body) this.faults.useChance(chanceIn(body));
      else this.#script(body);
      return this.faults.state();
    });
  }

  /** `DELETE /sandbox/faults`: ends all of them */
  @Delete()
  async clear(@Res() response: unknown): Promise<void> {
    await this.answers.answer(response, () => {
      this.faults.clear();
      return this.faults.state();
    });
  }

  #script(body: ControlBody): void {
    const { operation, kind, times = 1 } = body;
    if (!isFaultOperation(operation) || !isFaultKind(kind) || typeof times !== 'number') {
      const [first] = checkScript(operation, kind, times);
      throw new ControlRefusal(400, `${first?.path ?? 'times'} ${first?.message ?? 'must be an integer'}.`);
    }
    this.faults.next(operation, kind, { ...detailsIn(body), times });
  }
}

function detailsIn(body: ControlBody): FaultDetails {
  return Object.fromEntries(DETAILS.filter((name) => name in body).map((name) => [name, body[name]]));
}

function chanceIn(body: ControlBody): FaultOptions {
  const options = { ...detailsIn(body), seed: body['seed'], probabilities: body['probabilities'] };
  const complete = 'operations' in body ? { ...options, operations: body['operations'] } : options;
  if (isChance(complete)) return complete;
  const faults = checkFaultOptions(complete);
  throw new ControlRefusal(400, faults.map(({ path, message }) => `${path} ${message}`).join('; '));
}

function isChance(options: object): options is FaultOptions {
  return checkFaultOptions(options).length === 0;
}
