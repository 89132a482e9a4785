import { All, Controller, Req, Res, UseGuards, VERSION_NEUTRAL } from '@nestjs/common';
import { faultAnswer, HostGuard } from '../core/index.js';
import { pathOf, type PageRequest } from '../../pages/page-request.js';
import { ServiceGate } from './service-gate.js';

/** Enough to recognise a path by. */
const SHOWN_CHARACTERS = 120;

/** Both Express's and Fastify's have it. */
type ApiRequest = PageRequest & { readonly method: string };

/** Express and Fastify write "whatever follows" in two ways that exclude one another; a segment they write alike. */
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

/** What the sandbox does not have of the service: without the name of the path, a client would look for its own mistake. */
@Controller({ path: 'v1/json', version: VERSION_NEUTRAL })
@UseGuards(HostGuard)
export class MissingPathsController {
  constructor(private readonly gate: ServiceGate) {}

  /** Every path below `/v1/json` that no other controller answers; it stands last in its module. */
  @All(ANY_PATH)
  missing(@Req() request: ApiRequest, @Res() response: unknown): Promise<void> {
    const path = pathOf(request);
    const shown = path.length > SHOWN_CHARACTERS ? `${path.slice(0, SHOWN_CHARACTERS)}…` : path;
    const detail = `the sandbox has no ${request.method} ${shown}`;
    return this.gate.handle({ request, response }, async () => faultAnswer({ code: 1000, detail }));
  }
}
