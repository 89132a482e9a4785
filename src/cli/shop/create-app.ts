import type { INestApplication } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { CLI_CONTEXT } from '../../shop/core/index.js';
import type { CliContext } from '../../shop/payments/index.js';
import { CliError } from '../cli-error.js';
import { EXIT } from '../exit-codes.js';
import type { LoadedConfig } from './config-file.js';
import { openingError } from './open-errors.js';
import { holdSchema } from './schema-hold.js';
import { CliLogger } from './cli-logger.js';
import { CliModule } from './cli.module.js';

/** A shop's application that is created but not initialised: no code of the shop has started. */
export interface CreatedShop {
  readonly app: INestApplication;
  readonly tools: CliContext;
}

const PASS_ON = `The application ended the process while it was opened. Pass the second parameter of \`create\` on, so that errors come back: create: (module, options) => NestFactory.create(module, { ...options, rawBody: true }).\n`;

/**
 * By default Nest ends the process after an error in a constructor, and that exit code would look like an answer of the
 * command.
 */
function watchForExit(): () => void {
  const complain = (): void => {
    process.exitCode = EXIT.failed;
    process.stderr.write(PASS_ON);
  };
  process.once('exit', complain);
  return () => process.off('exit', complain);
}

async function make({ config, file }: LoadedConfig, logger: CliLogger): Promise<INestApplication> {
  const root = await config.module();
  if (!root) {
    throw new CliError({
      code: 'MODULE_MISSING',
      message: `\`module\` of ${file} answers nothing.`,
      advice:
        'Is the class exported under that name? module: async () => (await import("./dist/app.module.js")).AppModule',
    });
  }
  const module = CliModule.around(root);
  const options = { logger, abortOnError: false };
  return config.create ? config.create(module, options) : NestFactory.create(module, { ...options, rawBody: true });
}

function toolsOf(app: INestApplication): CliContext {
  try {
    return app.get<CliContext>(CLI_CONTEXT, { strict: false });
  } catch {
    throw new CliError({
      code: 'MODULE_MISSING',
      message: 'The application does not import TillbridgeModule, or a version of it without the command line.',
      advice: 'imports: [TillbridgeModule.forRoot(…)] in the root module that the configuration names.',
    });
  }
}

/**
 * Creates the shop's application for the command line: the schema does not change, and no work starts. Always close it.
 *
 * @throws CliError `MODULE_MISSING`, `DATABASE_AWAY`, `SHOP_NOT_OPENED`; PaymentError and EngineError unchanged
 */
export async function createShop(config: LoadedConfig, isVerbose: boolean): Promise<CreatedShop> {
  const release = holdSchema();
  const unwatch = watchForExit();
  let app: INestApplication | undefined;
  try {
    app = await make(config, new CliLogger(isVerbose));
    return { app, tools: toolsOf(app) };
  } catch (error) {
    await app?.close().catch(() => undefined);
    throw openingError(error);
  } finally {
    unwatch();
    release();
  }
}
