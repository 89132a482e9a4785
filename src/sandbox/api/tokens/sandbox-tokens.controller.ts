import {
  Controller,
  Delete,
  Get,
  Inject,
  Param,
  Patch,
  Post,
  Req,
  Res,
  UseGuards,
  VERSION_NEUTRAL,
} from '@nestjs/common';
import { queryValues, type PageRequest } from '../../../pages/page-request.js';
import { faultAnswer, HostGuard, SANDBOX_SETTINGS, type SandboxSettings } from '../../core/index.js';
import { StoredTokens } from '../../payments/index.js';
import { textAt } from '../json-fields.js';
import { readBody } from '../request-body.js';
import { goneAnswer, ServiceGate } from '../service-gate.js';
import { tokenItem } from './token-wire.js';

const EXPIRY = /^\d{2}(?:0[1-9]|1[0-2])$/;
const DEFAULT_LIMIT = 10;
const MAX_LIMIT = 100;

/** The parameters of a path that identify a token. */
interface TokenPath {
  readonly reference: string;
  readonly token: string;
}

/** Stored tokens (protocol §2.12). A missing token, or one of another website, is 410 with code 1000. */
@Controller({ path: 'v1/json/recurring/:reference', version: VERSION_NEUTRAL })
@UseGuards(HostGuard)
export class SandboxTokensController {
  constructor(
    private readonly gate: ServiceGate,
    private readonly tokens: StoredTokens,
    @Inject(SANDBOX_SETTINGS) private readonly settings: SandboxSettings,
  ) {}

  /** `GET /v1/json/recurring/{reference}?limit&offset` */
  @Get()
  list(@Param('reference') reference: string, @Req() request: PageRequest, @Res() response: unknown): Promise<void> {
    return this.gate.handle({ request, response }, async ({ site }) => {
      const limit = Math.min(numberOf(request, 'limit') ?? DEFAULT_LIMIT, MAX_LIMIT);
      const found = await this.tokens.list({ site, reference, limit, offset: numberOf(request, 'offset') ?? 0 });
      const now = this.settings.clock.now();
      return found.length === 0
        ? goneAnswer()
        : this.gate.success({ tokens: found.map((token) => tokenItem(token, now)) });
    });
  }

  /** `GET /v1/json/recurring/{reference}/token/{token}` */
  @Get('token/:token')
  get(@Param() path: TokenPath, @Req() request: PageRequest, @Res() response: unknown): Promise<void> {
    return this.gate.handle({ request, response }, async ({ site }) => {
      const token = await this.tokens.get({ ...path, site });
      return token === null ? goneAnswer() : this.gate.success(tokenItem(token, this.settings.clock.now()));
    });
  }

  /** `PATCH /v1/json/recurring/{reference}/update/{token}`, `{ "expiry_date" }` */
  @Patch('update/:token')
  update(@Param() path: TokenPath, @Req() request: PageRequest, @Res() response: unknown): Promise<void> {
    return this.gate.handle({ request, response }, async ({ site }) => {
      const reading = await readBody(request);
      if (!reading.ok) return faultAnswer(reading.fault);
      const expiry = textAt(reading.body, 'expiry_date')?.padStart(4, '0') ?? '';
      if (!EXPIRY.test(expiry)) return faultAnswer({ code: 1016, detail: 'expiry_date must be YYMM' });
      const changed = await this.tokens.changeExpiry({ ...path, site }, expiry);
      return changed === null ? goneAnswer() : this.gate.success({ updated: true });
    });
  }

  /** The same by `POST`, which other descriptions of the service have. */
  @Post('update/:token')
  change(@Param() path: TokenPath, @Req() request: PageRequest, @Res() response: unknown): Promise<void> {
    return this.update(path, request, response);
  }

  /** `DELETE /v1/json/recurring/{reference}/remove/{token}` */
  @Delete('remove/:token')
  remove(@Param() path: TokenPath, @Req() request: PageRequest, @Res() response: unknown): Promise<void> {
    return this.gate.handle({ request, response }, async ({ site }) =>
      (await this.tokens.remove({ ...path, site })) ? this.gate.success({ removed: true }) : goneAnswer(),
    );
  }
}

function numberOf(request: PageRequest, name: string): number | null {
  const [text = ''] = queryValues(request, name);
  return /^\d{1,6}$/.test(text) ? Number(text) : null;
}
