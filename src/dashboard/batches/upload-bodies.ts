import { Inject, Injectable, UnsupportedMediaTypeException, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { DEFAULT_PATH, type DashboardStructure } from '../dashboard.options.js';
import { DASHBOARD_STRUCTURE } from '../dashboard.tokens.js';
import { PATHS } from '../frame/dashboard.layout.js';

type Done = (error: Error | null) => void;

/** As much of a Fastify instance as it takes. */
interface BodyParsers {
  hasContentTypeParser(type: string): boolean;
  addContentTypeParser(type: string, parser: (request: { url: string }, payload: unknown, done: Done) => void): void;
}

const FILES = 'multipart/form-data';

/**
 * Lets forms with files through to the pages of batches, which read them themselves. Express hands over whatever it does
 * not know; Fastify refuses it, unless the host has a parser of its own, which is left as it is. Other routes go on
 * refusing such forms.
 */
@Injectable()
export class UploadBodies implements OnModuleInit {
  constructor(
    private readonly adapterHost: HttpAdapterHost,
    @Inject(DASHBOARD_STRUCTURE) private readonly structure: DashboardStructure,
  ) {}

  /** Called by Nest, when the host has registered its own parsers. */
  onModuleInit(): void {
    const adapter = this.adapterHost.httpAdapter;
    if (adapter?.getType() !== 'fastify') return;
    const instance = adapter.getInstance<BodyParsers>();
    if (instance.hasContentTypeParser(FILES)) return;
    const own = `/${this.structure.path ?? DEFAULT_PATH}${PATHS.batches}`.toLowerCase();
    instance.addContentTypeParser(FILES, ({ url }, _payload, done) =>
      done(url.toLowerCase().includes(own) ? null : unsupported()),
    );
  }
}

/** What Fastify itself answers; Nest makes a 500 of plain errors that are not Fastify's own. */
const unsupported = (): Error => new UnsupportedMediaTypeException(`Unsupported Media Type: ${FILES}`);
