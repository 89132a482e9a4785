import type { PageContext, Flash, RefusedForm } from './page-context.js';
import type { SignedFlash } from './signed-flash.js';
import type { FormToken } from './form-token.js';
import type { RenderedPage } from './page.frame.js';
import { MAX_UPLOAD_BYTES, pathOf, queryValues, readForm, type PageRequest } from './page-request.js';
import { PAGES_LABELS } from './pages.labels.js';
import { isPlainAddress } from './plain-address.js';
import type { Responder } from './responder.js';

/** The fields of a form. */
export type FormFields = ReadonlyMap<string, string>;

/** The services that a page handler needs. */
export interface PageHandlerTools {
  readonly token: FormToken;
  readonly flashes: SignedFlash;
  readonly responder: Responder;
}

/** The content of a page that only shows a message. */
export interface Notice {
  readonly title: string;
  readonly text: string;
}

/** A received form, and the work for it. */
export interface FormAction {
  /** Address of the next page, if the form does not name one. */
  readonly fallback: string;
  /** Returns the message for the user. An error of it is shown to the user if `explain` has a text for it. */
  readonly work: (form: FormFields) => Promise<string>;
}

const FLASH = 'flash';

const { tooLarge, tooLong } = PAGES_LABELS;
const TOO_LARGE: Notice = { title: tooLarge.title, text: tooLarge.text(MAX_UPLOAD_BYTES / 1024 / 1024) };

/** Fields that contain whole files. */
const FILE_FIELDS: ReadonlySet<string> = new Set(['file', 'csv']);
/** Longer than any reason, and than the addresses of these pages. */
const LONGEST_FIELD = 2_000;

/** Fields that users do not type. */
const HIDDEN_FIELDS: ReadonlySet<string> = new Set(['token', 'back', 'key']);

const typedIn = (form: FormFields): RefusedForm['fields'] =>
  Object.fromEntries([...form].filter(([name]) => !HIDDEN_FIELDS.has(name) && !FILE_FIELDS.has(name)));

const fieldTooLong = (name: string): Notice => ({
  title: tooLong.title,
  text: tooLong.text(name.slice(0, 40), LONGEST_FIELD),
});

/** Shared by the controllers of the dashboard, and by those of the sandbox's pages: page contexts, forms and their answers. */
export abstract class PageHandler<D extends PageContext> {
  protected constructor(private readonly tools: PageHandlerTools) {}

  /** The context of the page that answers this request. */
  abstract context(request: PageRequest): D;

  /** The user of the request; always the same if there are no users. */
  protected abstract userOf(request: PageRequest): string;

  /** Whether a plain address leads to one of these pages. */
  protected abstract isOwn(address: string, request: PageRequest): boolean;

  /** Address of the first page. */
  protected abstract homeOf(request: PageRequest): string;

  /** The text about a failure for the sender of a form; null for a defect, which is thrown on. */
  protected abstract explain(error: unknown): string | null;

  /** The answer to a form without the right token. */
  protected abstract readonly outOfDate: Notice;

  /** Renders a page that only shows a message. */
  protected abstract notice(notice: Notice, context: D): RenderedPage;

  /** Answers with a page. */
  show(response: unknown, page: RenderedPage, status = 200): void {
    this.tools.responder.html(response, status, page);
  }

  /** Redirects to another page. */
  lead(response: unknown, address: string): void {
    this.tools.responder.redirect(response, address);
  }

  /** The fields of a form with the right token. Any other form gets an answer, and the result is null. */
  async receive(request: PageRequest, response: unknown): Promise<FormFields | null> {
    const form = await readForm(request);
    if (form === null) {
      this.show(response, this.notice(TOO_LARGE, this.context(request)), 413);
      return null;
    }
    if (!this.tools.token.matches(form.get('token'), this.userOf(request))) {
      this.show(response, this.notice(this.outOfDate, this.context(request)), 403);
      return null;
    }
    const long = [...form].find(([name, value]) => !FILE_FIELDS.has(name) && value.length > LONGEST_FIELD);
    if (long === undefined) return form;
    this.show(response, this.notice(fieldTooLong(long[0]), this.context(request)), 422);
    return null;
  }

  /** Does the work of a form with the right token, and redirects to the page with the form. */
  protected async take(request: PageRequest, response: unknown, { fallback, work }: FormAction): Promise<void> {
    const form = await this.receive(request, response);
    if (form === null) return;
    const flash = await this.#flashAfter(() => work(form));
    const refused = { address: request.originalUrl ?? request.url, fields: typedIn(form) };
    const signed = this.tools.flashes.sign(flash.tone === 'bad' ? { ...flash, refused } : flash, this.userOf(request));
    const back = form.get('back') ?? '';
    const address = this.#isSafe(back, request) ? back : fallback;
    this.lead(response, `${address}${address.includes('?') ? '&' : '?'}${FLASH}=${signed}`);
  }

  /** The common parts of every page's context. */
  protected frameOf(request: PageRequest): Pick<PageContext, 'formToken' | 'here' | 'flash'> {
    return {
      formToken: this.tools.token.of(this.userOf(request)),
      here: this.#hereOf(request),
      flash: this.tools.flashes.read(queryValues(request, FLASH)[0], this.userOf(request)),
    };
  }

  async #flashAfter(work: () => Promise<string>): Promise<Flash> {
    try {
      return { tone: 'good', text: await work() };
    } catch (error) {
      const text = this.explain(error);
      if (text === null) throw error;
      return { tone: 'bad', text };
    }
  }

  // Without the displayed message, because it is shown once.
  #hereOf(request: PageRequest): string {
    const [, query = ''] = (request.originalUrl ?? request.url).split('?');
    const fields = new URLSearchParams(query);
    fields.delete(FLASH);
    const path = pathOf(request);
    const here = fields.size === 0 ? path : `${path}?${fields}`;
    return this.#isSafe(here, request) ? here : this.homeOf(request);
  }

  #isSafe(address: string, request: PageRequest): boolean {
    return isPlainAddress(address) && this.isOwn(address, request);
  }
}
