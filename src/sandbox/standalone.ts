import type { Server } from 'node:http';
import type { INestApplication } from '@nestjs/common';
import { NestFactory, type AbstractHttpAdapter } from '@nestjs/core';
import { listeningUrl, requireDriver, SandboxError, type SandboxOptions } from './core/index.js';
import { Responder } from '../pages/responder.js';
import { ResendTimer } from './notifications/index.js';
import { standaloneModule } from './sandbox.module.js';
import { Sandbox } from './control/index.js';
import { StandaloneErrors } from './standalone.errors.js';

/** Options of a sandbox that is its own application. */
export interface StandaloneSandboxOptions extends SandboxOptions {
  /** Default 0: any free port. */
  port?: number;

  /** The address to listen on. Default `127.0.0.1`: this machine only. */
  host?: string;
}

/** A running sandbox. */
export interface RunningSandbox {
  /** Its address, without a slash at its end; the base of the payment API is this and `/v1/json`. */
  readonly url: string;

  /** Controls the sandbox from code. */
  readonly sandbox: Sandbox;

  /** Stops it: timers, running notifications, connections, database. */
  close(): Promise<void>;
}

const REQUEST_TIMEOUT_MS = 30_000;
/** With a short time, a client that was busy for some seconds would send into a connection that is being closed. */
const KEEP_ALIVE_MS = 65_000;

/**
 * Starts a sandbox as an HTTP server, on `@nestjs/platform-express` or, in a project without it, on
 * `@nestjs/platform-fastify`.
 *
 * Resends run automatically, unless a `clock` is given: then its owner starts them with {@link Sandbox.runDue}.
 *
 * @throws SandboxError `SANDBOX_OPTIONS_INVALID`, `PORT_BUSY`, `ADDRESS_UNUSABLE`, `DRIVER_MISSING`, `PLATFORM_MISSING`
 *
 * @example
 * ```ts
 * const running = await startSandbox({ port: 4000, terminalGroups: [{ name: 'web', apiKey: 'sandbox-web' }] });
 * console.log(running.url); // http://127.0.0.1:4000
 * await running.close();
 * ```
 */
export async function startSandbox(options: StandaloneSandboxOptions): Promise<RunningSandbox> {
  const { port = 0, host = '127.0.0.1', ...given } = options;
  // Checked before Nest starts, because Nest would print its own stack trace.
  await requireDriver();
  const app = await createApplication(given);
  try {
    await app.init();
    // Fastify closes connections until its plugins are loaded.
    await (app.getHttpAdapter().getInstance() as { ready?(): Promise<unknown> }).ready?.();
    await listen(app.getHttpServer(), port, host);
  } catch (error) {
    await app.close();
    throw error;
  }
  const sandbox = app.get(Sandbox);
  if (options.clock === undefined && options.autoDeliver !== false) app.get(ResendTimer).start(() => sandbox.runDue());
  return { url: urlOf(app.getHttpServer()), sandbox, close: () => app.close() };
}

/** Loaded when a sandbox starts: a shop has one or the other. */
const PLATFORMS: readonly (() => Promise<AbstractHttpAdapter>)[] = [
  async () => new (await import('@nestjs/platform-express')).ExpressAdapter(),
  async () => new (await import('@nestjs/platform-fastify')).FastifyAdapter(),
];

/** @throws SandboxError `PLATFORM_MISSING` */
async function platform(): Promise<AbstractHttpAdapter> {
  const causes: unknown[] = [];
  for (const load of PLATFORMS) {
    try {
      return await load();
    } catch (error) {
      causes.push(error);
    }
  }
  const advice = 'npm i -D @nestjs/platform-express';
  const message = 'The sandbox is an HTTP server of its own, and neither Express nor Fastify can be loaded for it:';
  throw new SandboxError('PLATFORM_MISSING', message, { advice, cause: causes[0] });
}

async function createApplication(options: SandboxOptions): Promise<INestApplication> {
  const adapter = await platform();
  const isExpress = adapter.getType() === 'express';
  const app = await NestFactory.create(
    standaloneModule(options),
    adapter,
    // The routes read bodies themselves, so that a malformed body gets the service's own answer. Fastify reads them
    // before the routes.
    {
      bodyParser: !isExpress,
      rawBody: !isExpress,
      logger: ['error', 'warn'],
      abortOnError: false,
      forceCloseConnections: true,
    },
  );
  if (isExpress) (adapter.getInstance() as { disable(name: string): void }).disable('x-powered-by');
  app.useGlobalFilters(new StandaloneErrors(app.get(Responder)));
  const server: Server = app.getHttpServer();
  server.requestTimeout = REQUEST_TIMEOUT_MS;
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  return app;
}

// Not Nest's own listen(), which prints a stack trace before a busy port can be reported in one line.
function listen(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const failed = (error: Error): void => reject(cannotListen(error, port, host));
    server.once('error', failed);
    server.listen(port, host, () => {
      server.off('error', failed);
      resolve();
    });
  });
}

function urlOf(server: Server): string {
  const address = server.address();
  return typeof address === 'object' && address !== null ? listeningUrl(address) : '';
}

function cannotListen(cause: NodeJS.ErrnoException, port: number, host: string): SandboxError {
  if (cause.code === 'EADDRINUSE') {
    const advice = 'Stop the program that uses it, or choose another port (0 takes any free one).';
    return new SandboxError('PORT_BUSY', `Port ${port} is in use by another program.`, { advice, cause });
  }
  const advice = 'Choose an address of this machine, such as 127.0.0.1, and a port of 1024 or above.';
  const message = `This machine does not let the sandbox listen on ${host}, port ${port}: ${cause.message}.`;
  return new SandboxError('ADDRESS_UNUSABLE', message, { advice, cause });
}
