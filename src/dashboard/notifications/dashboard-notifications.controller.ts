import { Controller, Get, Param, Post, Req, Res, VERSION_NEUTRAL } from '@nestjs/common';
import { cursorIn, PAGE_SIZE } from '../../pages/paging.js';
import { isRowId, queryChoice, queryText, type PageRequest } from '../../pages/page-request.js';
import { DiagnosticsService } from '../../shop/diagnostics/index.js';
import type { EffectReplayState } from '../../shop/effects/index.js';
import { RefusalLog } from '../../shop/notifications/index.js';
import { InjectPayments, type Payments } from '../../shop/payments/index.js';
import type { DashboardLabels } from '../dashboard.labels.js';
import { PATHS } from '../frame/dashboard.layout.js';
import { DashboardPages } from '../frame/dashboard-pages.js';
import { Needs } from '../frame/needs.decorator.js';
import { NEEDS, type Need } from '../frame/rights.js';
import { decideEffect, isEffectAction, type EffectAction } from './effect-actions.js';
import { effectsPage } from './effects.view.js';
import { notificationPage } from './notification.view.js';
import {
  isReplayable,
  isReplayMove,
  NOTIFICATION_STATES,
  type NotificationTab,
  type ReplayMove,
} from './notification-states.js';
import { notificationsPage } from './notifications.view.js';
import { refusalsPage } from './refusals.view.js';
import { ReplayRunsService } from './replay-runs.service.js';

/** Received notifications, refused requests, and failed effects. */
@Controller({ path: PATHS.notifications, version: VERSION_NEUTRAL })
export class DashboardNotificationsController {
  constructor(
    private readonly pages: DashboardPages,
    private readonly refusals: RefusalLog,
    private readonly runs: ReplayRunsService,
    private readonly diagnostics: DiagnosticsService,
    @InjectPayments() private readonly payments: Payments,
  ) {}

  /** `GET <dashboard>/notifications`, query fields `state`, `after`, `before` */
  @Get()
  async index(@Req() request: PageRequest, @Res() response: unknown): Promise<void> {
    const state = stateIn(request);
    const part = { cursor: cursorIn(request), limit: PAGE_SIZE };
    const list = await this.payments.notifications.list(state === 'all' ? part : { ...part, state });
    const run = this.runs.of(state);
    this.pages.show(response, notificationsPage({ state, list, run, context: this.pages.context(request) }));
  }

  /** `GET <dashboard>/notifications/one`, query field `id` */
  @Get('one')
  async show(@Req() request: PageRequest, @Res() response: unknown): Promise<void> {
    const id = idIn(request);
    const notification = id === null ? null : await this.payments.notifications.find(id);
    if (notification === null) return this.pages.missing(request, response, 'notification');
    this.pages.show(response, notificationPage({ notification, context: this.pages.context(request) }));
  }

  /** `GET <dashboard>/notifications/refused` */
  @Get('refused')
  refused(@Req() request: PageRequest, @Res() response: unknown): void {
    this.pages.show(response, refusalsPage({ refusals: this.refusals.counts, context: this.pages.context(request) }));
  }

  /** `GET <dashboard>/notifications/effects`, query fields `after`, `before` */
  @Get('effects')
  async effects(@Req() request: PageRequest, @Res() response: unknown): Promise<void> {
    const list = await this.payments.effects.page({ cursor: cursorIn(request), limit: PAGE_SIZE });
    const counts = await this.payments.effects.failedCounts();
    const run = this.runs.of('effects');
    const { failing } = await this.diagnostics.read();
    const retried = failing.filter(({ work }) => work === 'effect');
    this.pages.show(response, effectsPage({ list, counts, retried, run, context: this.pages.context(request) }));
  }

  /** `POST <dashboard>/notifications/one/replay`, query field `id` */
  @Post('one/replay')
  @Needs(NEEDS.notification)
  async replay(@Req() request: PageRequest, @Res() response: unknown): Promise<void> {
    const id = idIn(request);
    if (id === null) return this.pages.missing(request, response, 'notification');
    const { replay: labels } = this.pages.context(request).labels.notifications;
    await this.pages.act(request, response, {
      fallback: PATHS.notifications,
      work: async (_form, decision) => replayText(await this.payments.notifications.replay(id, decision), labels),
    });
  }

  /** `POST <dashboard>/notifications/all/{unmatched|parked|pending}/{replay|stop}` */
  @Post('all/:state/:action')
  @Needs({ parameter: 'action', actions: NEEDS.notifications satisfies Record<ReplayMove, Need> })
  async replayAll(
    @Param('state') state: string,
    @Param('action') action: string,
    @Req() request: PageRequest,
    @Res() response: unknown,
  ): Promise<void> {
    if (!isReplayable(state)) return this.pages.missing(request, response, 'state');
    if (!isReplayMove(action)) return this.pages.missing(request, response, 'action');
    const { answers } = this.pages.context(request).labels.notifications.replayAll;
    await this.pages.act(request, response, {
      fallback: `${PATHS.notifications}?state=${state}`,
      work: async (_form, decision) =>
        answers[action === 'stop' ? await this.runs.stop(state, decision) : this.runs.begin(state, decision)],
    });
  }

  /** `POST <dashboard>/notifications/effects/all/{replay|stop}`; the field `effect` names one handler, or is empty for all */
  @Post('effects/all/:action')
  @Needs({ parameter: 'action', actions: NEEDS.effects satisfies Record<ReplayMove, Need> })
  async replayEffects(
    @Param('action') action: string,
    @Req() request: PageRequest,
    @Res() response: unknown,
  ): Promise<void> {
    if (!isReplayMove(action)) return this.pages.missing(request, response, 'action');
    if (action === 'replay') return this.beginEffects(request, response, 'failed');
    const { answers } = this.pages.context(request).labels.tasks.replayAll;
    await this.pages.act(request, response, {
      fallback: `${PATHS.notifications}/effects`,
      work: async (_form, decision) => answers[await this.runs.stop('effects', decision)],
    });
  }

  /** `POST <dashboard>/notifications/effects/retried/replay`, with the same field: those that wait for their next try */
  @Post('effects/retried/replay')
  @Needs(NEEDS.effects.replay)
  async tryNow(@Req() request: PageRequest, @Res() response: unknown): Promise<void> {
    await this.beginEffects(request, response, 'pending');
  }

  private async beginEffects(request: PageRequest, response: unknown, state: EffectReplayState): Promise<void> {
    const { answers } = this.pages.context(request).labels.tasks.replayAll;
    await this.pages.act(request, response, {
      fallback: `${PATHS.notifications}/effects`,
      work: async (form, decision) =>
        answers[this.runs.beginEffects({ effect: form.get('effect') || undefined, state }, decision)],
    });
  }

  /** `POST <dashboard>/notifications/effects/{id}/{replay|discard}` */
  @Post('effects/:id/:action')
  @Needs({ parameter: 'action', actions: NEEDS.effect satisfies Record<EffectAction, Need> })
  async decide(
    @Param('id') id: string,
    @Param('action') action: string,
    @Req() request: PageRequest,
    @Res() response: unknown,
  ): Promise<void> {
    if (!isEffectAction(action) || !isRowId(id)) return this.pages.missing(request, response, 'action');
    const { tasks: labels } = this.pages.context(request).labels;
    await this.pages.act(request, response, {
      fallback: `${PATHS.notifications}/effects`,
      work: (_form, decision) => decideEffect(this.payments.effects, { id, action, decision, labels }),
    });
  }
}

/** Null if it is not an id. */
function idIn(request: PageRequest): string | null {
  const id = queryText(request, 'id');
  return isRowId(id) ? id : null;
}

const stateIn = (request: PageRequest): NotificationTab => queryChoice(request, 'state', NOTIFICATION_STATES) ?? 'all';

function replayText(
  { seen, replayed, waiting, erased }: Awaited<ReturnType<Payments['notifications']['replay']>>,
  labels: DashboardLabels['notifications']['replay'],
): string {
  if (replayed > 0) return labels.replayed;
  if (waiting > 0) return labels.waiting;
  return seen > 0 && erased > 0 ? labels.erased : labels.unknown;
}
