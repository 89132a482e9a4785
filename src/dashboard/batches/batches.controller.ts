import { Controller, Get, Param, Post, Req, Res, VERSION_NEUTRAL } from '@nestjs/common';
import { cursorIn, PAGE_SIZE } from '../../pages/paging.js';
import { isRowId, type PageRequest } from '../../pages/page-request.js';
import type { FormFields } from '../../pages/page-handler.js';
import { isPaymentError } from '../../protocol/index.js';
import { InjectPayments, type Payments } from '../../shop/payments/index.js';
import type { Refund, RefundBatch } from '../../shop/refunds/index.js';
import type { RefundState } from '../../shop/refund-records/index.js';
import { TerminalGroups } from '../../shop/core/index.js';
import { PATHS } from '../frame/dashboard.layout.js';
import { DashboardPages } from '../frame/dashboard-pages.js';
import { Needs } from '../frame/needs.decorator.js';
import { NEEDS, type Need } from '../frame/rights.js';
import { batchPath } from './batch-parts.js';
import { chooseAgainPage, previewPage } from './batch-preview.view.js';
import { BatchUploadsService, type Upload } from './batch-uploads.service.js';
import { batchPage } from './batch.view.js';
import { CheckedFiles, nameOfFile } from './checked-files.js';
import { batchesPage, type UploadFields } from './batches.view.js';

const UNKNOWN = 'REFUND_BATCH_UNKNOWN';
const SHOWN = 25;
/** The states that are shown first. */
const ALARMING: readonly RefundState[] = ['manual', 'unknown', 'rejected'];

/** The actions on a batch. */
export const BATCH_MOVES = ['pause', 'resume', 'stop'] as const;

type BatchMove = (typeof BATCH_MOVES)[number];

/** Refunds by file: check, confirm, watch, pause and stop. */
@Controller({ path: PATHS.batches, version: VERSION_NEUTRAL })
export class BatchesController {
  constructor(
    private readonly pages: DashboardPages,
    private readonly groups: TerminalGroups,
    private readonly uploads: BatchUploadsService,
    private readonly files: CheckedFiles,
    @InjectPayments() private readonly payments: Payments,
  ) {}

  /** `GET <dashboard>/refunds/batches`, query fields `after`, `before` */
  @Get()
  async index(@Req() request: PageRequest, @Res() response: unknown): Promise<void> {
    const { batches } = this.payments.refunds;
    const list = await batches.list({ order: 'newest-first', cursor: cursorIn(request), limit: PAGE_SIZE });
    this.pages.show(response, batchesPage({ list, groups: this.names(), context: this.pages.context(request) }));
  }

  /** `GET <dashboard>/refunds/batches/{id}` */
  @Get(':id')
  async show(@Param('id') id: string, @Req() request: PageRequest, @Res() response: unknown): Promise<void> {
    // The URL of a checked upload, loaded again: its form data is gone.
    if (id === 'preview' || id === 'confirm') {
      return this.pages.lead(response, this.pages.context(request).base + PATHS.batches);
    }
    const batch = isRowId(id) ? await this.find(id) : null;
    if (batch === null) return this.pages.missing(request, response, 'batch');
    const [decisions, refunds] = await Promise.all([this.payments.refunds.batches.decided(id), this.refundsOf(id)]);
    this.pages.show(response, batchPage({ batch, decisions, refunds, context: this.pages.context(request) }));
  }

  /** `POST <dashboard>/refunds/batches/preview`, fields `group`, `key`, `why`, and `file` or `csv`; writes nothing */
  @Post('preview')
  @Needs(NEEDS.upload)
  async preview(@Req() request: PageRequest, @Res() response: unknown): Promise<void> {
    const form = await this.pages.receive(request, response);
    if (form !== null) await this.check(request, response, { upload: uploadOf(form), refusal: null });
  }

  /** `POST <dashboard>/refunds/batches/confirm`: the same fields, and `checked`, the name of the checked file */
  @Post('confirm')
  @Needs(NEEDS.upload)
  async confirm(@Req() request: PageRequest, @Res() response: unknown): Promise<void> {
    const form = await this.pages.receive(request, response);
    if (form === null) return;
    const context = this.pages.context(request);
    const { refused } = context.labels.batches;
    const given = uploadOf(form);
    const file = form.get('checked') ?? '';
    const csv = given.csv === '' ? this.files.find(context.user, file) : given.csv;
    if (csv === null) return this.pages.show(response, chooseAgainPage({ fields: given, file, context }), 409);
    const upload = { ...given, csv };
    if ((await nameOfFile(csv)) !== file) return this.check(request, response, { upload, refusal: refused.otherFile });
    if (upload.why === '') return this.check(request, response, { upload, refusal: refused.noReason });
    try {
      const { id } = await this.uploads.begin(upload, { by: context.user, why: upload.why });
      this.pages.lead(response, batchPath(context, id));
    } catch (error) {
      if (!isPaymentError(error)) throw error;
      await this.check(request, response, { upload, refusal: `${error.message} ${error.advice}` });
    }
  }

  /** `POST <dashboard>/refunds/batches/{id}/{pause|resume|stop}` */
  @Post(':id/:move')
  @Needs({ parameter: 'move', actions: NEEDS.batch satisfies Record<BatchMove, Need> })
  async act(
    @Param('id') id: string,
    @Param('move') move: string,
    @Req() request: PageRequest,
    @Res() response: unknown,
  ): Promise<void> {
    if (!isMove(move) || !isRowId(id)) return this.pages.missing(request, response, 'action');
    const { done } = this.pages.context(request).labels.batch;
    await this.pages.act(request, response, {
      fallback: `${PATHS.batches}/${encodeURIComponent(id)}`,
      work: async (_form, decision) => {
        await this.payments.refunds.batches[move](id, decision);
        return done[move];
      },
    });
  }

  private async check(
    request: PageRequest,
    response: unknown,
    { upload, refusal }: { readonly upload: UploadFields & Upload; readonly refusal: string | null },
  ): Promise<void> {
    const groups = this.names();
    if ((await this.groups.learn(upload.group))?.name !== upload.group)
      return this.pages.missing(request, response, 'terminal group');
    // The page is the answer to a POST and cannot be read again, so it does not update itself.
    const context = { ...this.pages.context(request), live: '' };
    const verdict = await this.uploads.check(upload, context.labels.batches);
    const isRight = 'preview' in verdict;
    const file = isRight ? await this.files.keep(context.user, upload.csv) : '';
    const page = previewPage({ fields: upload, verdict, file, refusal, groups, context });
    this.pages.show(response, page, isRight && refusal === null ? 200 : 422);
  }

  private names(): string[] {
    return this.groups.all.map(({ name }) => name);
  }

  private async find(id: string): Promise<RefundBatch | null> {
    try {
      return await this.payments.refunds.batches.find(id);
    } catch (error) {
      if (isPaymentError(error, UNKNOWN)) return null;
      throw error;
    }
  }

  private async refundsOf(batchId: string): Promise<Refund[]> {
    const { refunds } = this.payments;
    const page = async (state?: RefundState): Promise<readonly Refund[]> =>
      (await refunds.list({ batchId, ...(state && { state }), limit: SHOWN })).items;
    const [first, ...others] = await Promise.all([page(), ...ALARMING.map((state) => page(state))]);
    const unique = new Map([...others.flat(), ...(first ?? [])].map((refund) => [refund.id, refund]));
    return [...unique.values()].slice(0, SHOWN);
  }
}

const isMove = (move: string): move is BatchMove => (BATCH_MOVES as readonly string[]).includes(move);

/** An uploaded file is used before pasted text. */
function uploadOf(form: FormFields): UploadFields & Upload {
  const file = form.get('file') ?? '';
  return {
    group: form.get('group') ?? '',
    key: (form.get('key') ?? '').trim(),
    why: (form.get('why') ?? '').trim(),
    csv: file === '' ? (form.get('csv') ?? '') : file,
  };
}
