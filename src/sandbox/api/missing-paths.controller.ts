import { All, Controller, Req, Res, UseGuards, VERSION_NEUTRAL } from '@nestjs/common';
import { faultAnswer, HostGuard } from '../core/index.js';
import { pathOf, type PageRequest } from '../../pages/page-request.js';
import { ServiceGate } from './service-gate.js';

/** Enough to recognise a path. */
const SHOWN_CHARACTERS = 120;

/** Both Express and Fastify have this field. */
type ApiRequest = PageRequest & { readonly method: string };

/** Express and Fastify write "any path" in two incompatible ways; a single segment is written equally. */
const ANY_PATH = [
  '',
  ':a',
  ':a/:b',
  ':a/:b/:c',
  ':a/:b/:c/:d',
  ':a/:b/:c/:d/:e',
  ':a/:b/:c/:d/:e/:f',
  ':a/:b/:c/:d/:e/:f/:g',
];

/**
 * Paths of the service that the sandbox lacks. The answer names the path, so that the mistake is not searched in the
 * client.
 */
@Controller({ path: 'v1/json', version: VERSION_NEUTRAL })
@UseGuards(HostGuard)
export class MissingPathsController {
  constructor(private readonly gate: ServiceGate) {}

  /** Every path below `/v1/json` without another controller; it must be the last one of its module. */
  @All(ANY_PATH)
  missing(@Req() request: ApiRequest, @Res() response: unknown): Promise<void> {
    const path = pathOf(request);
    const shown = path.length > SHOWN_CHARACTERS ? `${path.slice(0, SHOWN_CHARACTERS)}…` : path;
    const detail = `the sandbox has no ${request.method} ${shown}`;
    return this.gate.handle({ request, response }, async () => faultAnswer({ code: 1000, detail }));
  }
}
