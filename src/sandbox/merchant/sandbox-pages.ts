import { Inject, Injectable } from '@nestjs/common';
import type { PageContext } from '../../pages/page-context.js';
import { SignedFlash } from '../../pages/signed-flash.js';
import { FormToken } from '../../pages/form-token.js';
import type { RenderedPage } from '../../pages/page.frame.js';
import type { PageRequest } from '../../pages/page-request.js';
import { PageHandler, type FormAction, type Notice } from '../../pages/page-handler.js';
import { Responder } from '../../pages/responder.js';
import { isSandboxError, SANDBOX_SETTINGS, type SandboxSettings } from '../core/index.js';
import { messagePage } from './message.view.js';
import { PATHS } from './merchant.layout.js';

// A path of this server, and no text that a browser could read as another server's.
const OWN_PATH = /^\/(merchant(\/[\w\-./]*)?)?(\?[\w\-.~%=&+*]*)?$/;

/** Shared by the controllers of the merchant pages: page contexts, forms and their answers. */
@Injectable()
export class SandboxPages extends PageHandler<PageContext> {
  protected readonly outOfDate: Notice = {
    title: 'This form is out of date',
    text: 'Nothing was changed. The sandbox was started again since the page was loaded: please go back, reload, and try again.',
  };

  constructor(
    token: FormToken,
    flashes: SignedFlash,
    responder: Responder,
    @Inject(SANDBOX_SETTINGS) private readonly settings: SandboxSettings,
  ) {
    super({ token, flashes, responder });
  }

  /** The context of the page that answers this request. */
  context(request: PageRequest): PageContext {
    const { clock, timeZone, links } = this.settings;
    return { base: '', now: clock.now(), timeZone, links, ...this.frameOf(request) };
  }

  /** Answers that the thing does not exist. */
  missing(request: PageRequest, response: unknown, what: string): void {
    const text = 'It may have been made by a sandbox that kept nothing when it stopped.';
    this.show(response, this.notice({ title: `No such ${what}`, text }, this.context(request)), 404);
  }

  /** Does the work of a form, if it has the right token, and redirects to the page with the form. */
  act(request: PageRequest, response: unknown, action: FormAction): Promise<void> {
    return this.take(request, response, action);
  }

  // All visitors of the sandbox may do everything: it has no users.
  protected userOf(): string {
    return '';
  }

  protected isOwn(address: string): boolean {
    return OWN_PATH.test(address);
  }

  protected homeOf(): string {
    return PATHS.home;
  }

  protected explain(error: unknown): string | null {
    return isSandboxError(error) ? error.message : null;
  }

  protected notice(notice: Notice, context: PageContext): RenderedPage {
    return messagePage({ ...notice, context });
  }
}
