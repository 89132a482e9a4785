import { Controller, Get, Post, Req, Res, UseGuards, VERSION_NEUTRAL } from '@nestjs/common';
import { HostGuard, isFaultKind, isFaultOperation, SandboxError, SandboxFaults } from '../core/index.js';
import type { PageRequest } from '../../pages/page-request.js';
import { faultsPage, nextText } from './faults.view.js';
import type { FormFields } from '../../pages/page-handler.js';
import { SandboxPages } from './sandbox-pages.js';
import { PATHS } from './merchant.layout.js';

/** The merchant page for setting up faults. */
@Controller({ path: PATHS.faults, version: VERSION_NEUTRAL })
@UseGuards(HostGuard)
export class FaultsController {
  constructor(
    private readonly pages: SandboxPages,
    private readonly faults: SandboxFaults,
  ) {}

  /** `GET /merchant/faults` */
  @Get()
  show(@Req() request: PageRequest, @Res() response: unknown): void {
    this.pages.show(response, faultsPage(this.faults.state(), this.pages.context(request)));
  }

  /** `POST /merchant/faults`, form field `do`: `next` with `fault`, `times`, `delayMs`, `status`; or `clear` */
  @Post()
  async change(@Req() request: PageRequest, @Res() response: unknown): Promise<void> {
    await this.pages.act(request, response, {
      fallback: PATHS.faults,
      work: async (form) => (form.get('do') === 'clear' ? this.#clear() : this.#next(form)),
    });
  }

  #clear(): string {
    this.faults.clear();
    return 'No fault is set up any more.';
  }

  #next(form: FormFields): string {
    const [operation, kind] = (form.get('fault') ?? '').split(' ');
    if (!isFaultOperation(operation) || !isFaultKind(kind)) {
      throw new SandboxError('FAULT_INVALID', 'Please choose what goes wrong.', { advice: '' });
    }
    const times = numberIn(form, 'times') ?? 1;
    const details = { delayMs: numberIn(form, 'delayMs'), status: numberIn(form, 'status') };
    this.faults.next(operation, kind, { times, ...details });
    return `"${kind}" will strike ${nextText(operation, times)}.`;
  }
}

// An empty field counts as absent; an invalid number is reported with the other faults.
function numberIn(form: FormFields, name: string): number | undefined {
  const text = form.get(name)?.trim() ?? '';
  return text === '' ? undefined : Number(text);
}
