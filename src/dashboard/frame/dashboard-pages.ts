import { Inject, Injectable, Logger } from '@nestjs/common';
import { SignedFlash } from '../../pages/signed-flash.js';
import { FormToken } from '../../pages/form-token.js';
import type { RenderedPage } from '../../pages/page.frame.js';
import type { PageRequest } from '../../pages/page-request.js';
import { PageHandler, type FormFields, type Notice } from '../../pages/page-handler.js';
import { Responder } from '../../pages/responder.js';
import { isPaymentError } from '../../protocol/index.js';
import type { OperatorDecision } from '../../shop/decisions/index.js';
import { TerminalGroups, CLOCK } from '../../shop/core/index.js';
import type { Clock } from '../../support/index.js';
import { DEFAULT_PATH, type DashboardOptions, type DashboardStructure } from '../dashboard.options.js';
import { DASHBOARD_LABELS, type DashboardLabels } from '../dashboard.labels.js';
import { DASHBOARD_SETTINGS, DASHBOARD_STRUCTURE } from '../dashboard.tokens.js';
import { zoneOf } from '../zone/time-zone.js';
import { basePathOf } from './base-path.js';
import { EVENTS, PATHS, type DashboardContext } from './dashboard.layout.js';
import { errorText } from './error-text.js';
import { NotDone } from './not-done.js';
import { messagePage } from './message.view.js';
import { isAllowed } from './rights.js';
import { Visitors } from './visitors.js';

/** A received form, and the work for it. */
export interface DashboardAction {
  /** Path of the next page, below the page's `base`, if the form does not name one. */
  readonly fallback: string;
  /**
   * Returns the message for the user; of `NotDone` and `PaymentError` the page shows what happened and what can be
   * done.
   *
   * @param decision - the user, and the form's field `why`, which is required
   */
  readonly work: (form: FormFields, decision: OperatorDecision) => Promise<string>;
}

type MissingThing = keyof DashboardLabels['frame']['missing']['titles'];

const NOT_PERMITTED = 'REFUND_NOT_PERMITTED';

// What may follow the base: steps of a path, and a query.
const BELOW = /^(\/[\w\-.~%!$&'()*+,;=:@]*)*(\?[\w\-.~%!$'()*+,;=:@/?&]*)?$/;

/** Shared by the controllers of the dashboard: page contexts, forms and their answers. */
@Injectable()
export class DashboardPages extends PageHandler<DashboardContext> {
  private readonly logger = new Logger('Tillbridge:Dashboard');

  protected readonly outOfDate: Notice = DASHBOARD_LABELS.frame.outOfDate;

  constructor(
    token: FormToken,
    flashes: SignedFlash,
    responder: Responder,
    private readonly visitors: Visitors,
    private readonly groups: TerminalGroups,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(DASHBOARD_SETTINGS) private readonly settings: DashboardOptions,
    @Inject(DASHBOARD_STRUCTURE) private readonly structure: DashboardStructure,
  ) {
    super({ token, flashes, responder });
  }

  /** The zone for users who chose none. */
  get shopZone(): string {
    return this.settings.timeZone ?? this.groups.timeZone;
  }

  /** The context of the page that answers this request. */
  context(request: PageRequest): DashboardContext {
    const base = this.#baseOf(request);
    return {
      base,
      live: base + EVENTS,
      now: this.clock.now(),
      timeZone: zoneOf(request, this.shopZone),
      user: this.userOf(request),
      role: this.visitors.of(request).role,
      labels: DASHBOARD_LABELS,
      links: this.settings.links,
      ...this.frameOf(request),
    };
  }

  /** Answers that the thing does not exist. */
  missing(request: PageRequest, response: unknown, what: MissingThing): void {
    const { titles, text } = DASHBOARD_LABELS.frame.missing;
    this.say(request, response, { title: titles[what], text, status: 404 });
  }

  /** Answers with a page that only shows a message. */
  say(request: PageRequest, response: unknown, { status, ...notice }: Notice & { readonly status: number }): void {
    this.show(response, this.notice(notice, this.context(request)), status);
  }

  /** Does the work of a form, if it is this user's form, and redirects to the page with the form. */
  act(request: PageRequest, response: unknown, { fallback, work }: DashboardAction): Promise<void> {
    const by = this.userOf(request);
    return this.take(request, response, {
      fallback: this.#baseOf(request) + fallback,
      work: async (form) => work(form, { by, why: whyOf(form) }),
    }).catch((error: unknown) => {
      if (!isPaymentError(error, NOT_PERMITTED)) throw error;
      this.#refuse(request, response, `${error.message} ${error.advice}`);
    });
  }

  /** As for all pages. If the user's role may not send the form, the user gets an answer and the result is null. */
  override async receive(request: PageRequest, response: unknown): Promise<FormFields | null> {
    const form = await super.receive(request, response);
    const { role, need } = this.visitors.of(request);
    if (form === null || need === 'nothing' || isAllowed(role, need)) return form;
    this.#refuse(request, response, DASHBOARD_LABELS.rights.refused[need]);
    return null;
  }

  protected userOf(request: PageRequest): string {
    return this.visitors.of(request).user;
  }

  protected isOwn(address: string, request: PageRequest): boolean {
    const base = this.#baseOf(request);
    return address.startsWith(base) && BELOW.test(address.slice(base.length));
  }

  protected homeOf(request: PageRequest): string {
    return this.#baseOf(request) + PATHS.overview;
  }

  protected explain(error: unknown): string | null {
    if (error instanceof NotDone) return `${error.what} ${error.advice}`;
    if (!isPaymentError(error) || error.code === NOT_PERMITTED) return null;
    return errorText(DASHBOARD_LABELS, error);
  }

  protected notice(notice: Notice, context: DashboardContext): RenderedPage {
    return messagePage({ ...notice, context });
  }

  #refuse(request: PageRequest, response: unknown, text: string): void {
    const { user, role, route } = this.visitors.of(request);
    this.logger.warn(`Refused: ${JSON.stringify(user)} (role ${JSON.stringify(role)}) sent the form ${route}. ${text}`);
    this.say(request, response, { title: DASHBOARD_LABELS.rights.refusedTitle, text, status: 403 });
  }

  #baseOf(request: PageRequest): string {
    return basePathOf(request, this.structure.path ?? DEFAULT_PATH, this.settings.proxyPrefix);
  }
}

/** @throws NotDone without a reason: each decision is recorded with one */
function whyOf(form: FormFields): string {
  const why = (form.get('why') ?? '').trim();
  if (why !== '') return why;
  throw new NotDone(...DASHBOARD_LABELS.frame.whyMissing);
}
