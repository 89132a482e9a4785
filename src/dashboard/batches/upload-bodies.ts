import { Inject, Injectable, UnsupportedMediaTypeException, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { DEFAULT_PATH, type DashboardStructure } from '../dashboard.options.js';
import { DASHBOARD_STRUCTURE } from '../dashboard.tokens.js';
import { PATHS } from '../frame/dashboard.layout.js';

type Done = (error: Error | null) => void;

/** The used part of a Fastify instance. */
interface BodyParsers {
  hasContentTypeParser(type: string): boolean;
  addContentTypeParser(type: string, parser: (request: { url: string }, payload: unknown, done: Done) => void): void;
}

const FILES = 'multipart/form-data';

/**
 * Lets forms with files reach the pages of batches, which read them themselves. Express passes on unknown content
 * types. Fastify refuses them, unless the host has a parser of its own, which is not changed. Other routes still refuse
 * such forms.
 */
@Injectable()
export class UploadBodies implements OnModuleInit {
  constructor(
    private readonly adapterHost: HttpAdapterHost,
    @Inject(DASHBOARD_STRUCTURE) private readonly structure: DashboardStructure,
  ) {}

  /** Called by Nest after the host has registered its own parsers. */
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

/** Fastify's own answer; for other plain errors Nest would answer 500. */
const unsupported = (): Error => new UnsupportedMediaTypeException(`Unsupported Media Type: ${FILES}`);
