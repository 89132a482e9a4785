import { Inject, Injectable } from '@nestjs/common';
import { pathOf, queryValues, readForm, type PageRequest } from '../../pages/page-request.js';
import { Responder } from '../../pages/responder.js';
import type { RenderedPage } from '../../pages/page.frame.js';
import { isSandboxError } from '../sandbox.error.js';
import type { SandboxSettings } from '../sandbox.settings.js';
import { SANDBOX_SETTINGS } from '../sandbox.tokens.js';
import type { Desk, Flash } from '../../pages/desk.js';
import { FlashStore } from '../../pages/flash-store.js';
import { FormToken } from './form-token.js';
import { messagePage } from './message.view.js';
import { PATHS } from './merchant.layout.js';

/** The fields of a form. */
export type FormFields = ReadonlyMap<string, string>;

/** What a form asks for, and the page that follows when the form does not name one. */
export interface FormWork {
  readonly fallback: string;
  /** Returns what to tell the sender. A `SandboxError` is told as well; anything else is nobody's business. */
  readonly work: (form: FormFields) => Promise<string>;
}

const FLASH = 'flash';
// A path of this server and nothing that a browser could read as another's.
const OWN_PATH = /^\/(merchant(\/[\w\-./]*)?)?(\?[\w\-.~%=&+*]*)?$/;

/** What the controllers of the merchant pages share: the frame's facts, forms and their answers. */
@Injectable()
export class FrontDesk {
  constructor(
    private readonly token: FormToken,
    private readonly flashes: FlashStore,
    private readonly responder: Responder,
    @Inject(SANDBOX_SETTINGS) private readonly settings: SandboxSettings,
  ) {}

  /** What the page that answers this request needs to know. */
  desk(request: PageRequest): Desk {
    return {
      base: '',
      now: this.settings.clock.now(),
      timeZone: this.settings.timeZone,
      formToken: this.token.value,
      here: hereOf(request),
      flash: this.flashes.take(queryValues(request, FLASH)[0]),
    };
  }

  /** Answers with a page. */
  show(response: unknown, page: RenderedPage, status = 200): void {
    this.responder.html(response, status, page);
  }

  /** Answers that there is no such thing. */
  missing(request: PageRequest, response: unknown, what: string): void {
    const text = 'It may have been made by a sandbox that kept nothing when it stopped.';
    this.show(response, messagePage({ title: `No such ${what}`, text, desk: this.desk(request) }), 404);
  }

  /** Leads to another of the merchant pages. */
  lead(response: unknown, path: string): void {
    this.responder.redirect(response, path);
  }

  /** Does what a form asks for, if it is one of ours, and leads back to where it was sent from. */
  async act(request: PageRequest, response: unknown, { fallback, work }: FormWork): Promise<void> {
    const form = await readForm(request);
    if (!this.token.matches(form.get('token'))) {
      const text =
        'Nothing was changed. The sandbox was started again since the page was loaded: please go back, reload, and try again.';
      const page = messagePage({ title: 'This form is out of date', text, desk: this.desk(request) });
      return this.show(response, page, 403);
    }
    const flash = await tell(() => work(form));
    const back = form.get('back') ?? '';
    const path = OWN_PATH.test(back) && back !== '' ? back : fallback;
    this.lead(response, `${path}${path.includes('?') ? '&' : '?'}${FLASH}=${this.flashes.keep(flash)}`);
  }
}

async function tell(work: () => Promise<string>): Promise<Flash> {
  try {
    return { tone: 'good', text: await work() };
  } catch (error) {
    if (!isSandboxError(error)) throw error;
    return { tone: 'bad', text: error.message };
  }
}

// Without the message that was shown: it is shown once.
function hereOf(request: PageRequest): string {
  const [, query = ''] = (request.originalUrl ?? request.url).split('?');
  const fields = new URLSearchParams(query);
  fields.delete(FLASH);
  const path = pathOf(request);
  const here = fields.size === 0 ? path : `${path}?${fields}`;
  return OWN_PATH.test(here) ? here : PATHS.home;
}
