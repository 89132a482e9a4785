import { Controller, Get, Param, Res, UseGuards, VERSION_NEUTRAL } from '@nestjs/common';
import { HostGuard } from '../../core/index.js';
import { Responder } from '../../../pages/responder.js';
import { findMethod, ICON_SIZES, methodIcon } from '../../orders/index.js';

const ENDING = /\.svg$/;
const DAY_SECONDS = 86_400;

/** The icons of payment methods. They need no key, because the shopper's browser loads them. */
@Controller({ path: 'sandbox/icons', version: VERSION_NEUTRAL })
@UseGuards(HostGuard)
export class SandboxIconsController {
  constructor(private readonly responder: Responder) {}

  /** `GET /sandbox/icons/{large|medium|vector}/{id}.svg` */
  @Get(':size/:file')
  icon(@Param('size') size: string, @Param('file') file: string, @Res() response: unknown): void {
    const known = ICON_SIZES.find((each) => each === size);
    const method = ENDING.test(file) ? findMethod(file.replace(ENDING, '')) : null;
    if (known === undefined || method === null) this.responder.json(response, 404, '{"message":"Not found"}');
    else this.responder.svg(response, methodIcon(method, known), DAY_SECONDS);
  }
}
