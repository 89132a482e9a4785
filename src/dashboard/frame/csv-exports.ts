import { Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { csvHead, csvRows, type CsvColumns } from './csv.js';
import type { PageRequest } from '../../pages/page-request.js';
import { rawResponse } from '../../pages/raw-response.js';
import { formatServiceTime } from '../../protocol/index.js';
import type { Page } from '../../support/index.js';
import { DashboardPages } from './dashboard-pages.js';

/** A list that is sent as a file. */
export interface CsvExport<R> {
  /** Name of the file without its ending; the date is added. */
  readonly name: string;
  readonly columns: CsvColumns<R>;
  /** Reads the page of the list after a cursor. */
  readonly read: (part: { readonly cursor: string | null; readonly limit: number }) => Promise<Page<R>>;
}

/** Rows per read; no more than these are kept in memory. */
const PART = 500;
/** The limit of simultaneous exports, because each one reads the database while it runs. */
const MOST_AT_ONCE = 4;

/**
 * Sends lists as files, page by page, as fast as the client reads. If the client disconnects, reading stops. If reading
 * fails in the middle, the connection is broken, so that an incomplete file does not look complete.
 */
@Injectable()
export class CsvExports implements OnModuleDestroy {
  private readonly logger = new Logger('Tillbridge:Dashboard');
  private readonly ending = new AbortController();
  private underWay = 0;

  constructor(private readonly pages: DashboardPages) {}

  /** Called by Nest: an unfinished file would keep the server from closing. */
  onModuleDestroy(): void {
    this.ending.abort();
  }

  /** Answers with a list as CSV, in UTF-8 with a byte order mark. */
  async send<R>(request: PageRequest, response: unknown, list: CsvExport<R>): Promise<void> {
    const context = this.pages.context(request);
    const { busy } = context.labels.exports;
    if (this.underWay >= MOST_AT_ONCE) return this.pages.say(request, response, { ...busy, status: 503 });
    this.underWay += 1;
    try {
      // An error in the first read is answered like any other failed page.
      const first = await list.read({ cursor: null, limit: PART });
      const raw = rawResponse(response);
      if (raw === null) throw new Error('the answer is neither of Express nor of Fastify');
      raw.writeHead(
        200,
        headersOf(`${list.name}-${formatServiceTime(context.now, context.timeZone).slice(0, 10)}.csv`),
      );
      // The client may disconnect or the application may end. Neither is logged, and the reader sees an incomplete file.
      await pipeline(Readable.from(this.linesOf(list, first)), raw, { signal: this.ending.signal }).catch(
        () => undefined,
      );
    } finally {
      this.underWay -= 1;
    }
  }

  private async *linesOf<R>({ name, columns, read }: CsvExport<R>, first: Page<R>): AsyncGenerator<string> {
    yield csvHead(columns) + csvRows(columns, first.items);
    for (let cursor = first.next; cursor !== null;) {
      const page = await read({ cursor, limit: PART }).catch((error: unknown) => {
        this.logger.error(`The export of ${name} broke off: ${error instanceof Error ? error.name : 'Error'}`);
        throw error;
      });
      if (page.items.length > 0) yield csvRows(columns, page.items);
      cursor = page.next;
    }
  }
}

const headersOf = (filename: string): Record<string, string> => ({
  'Content-Type': 'text/csv; charset=utf-8; header=present',
  'Content-Disposition': `attachment; filename="${filename}"`,
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
  'Content-Security-Policy': "default-src 'none'",
  'Referrer-Policy': 'same-origin',
});
