/** What is put into the files that the schematic writes. Each is complete, compiles, and starts against the sandbox. */
export interface TemplateFacts {
  /** Path of the notification route with the application's global prefix, without slashes around it. */
  readonly notificationPath: string;
  /** The compiled root module, from the root of the project: `./dist/app.module.js`. */
  readonly compiledModule: string;
  /** The name of its class. */
  readonly moduleName: string;
  readonly isFastify: boolean;
}

/** `payments/payment-options.ts`: the account, from the environment. */
export const paymentOptions = ({ notificationPath }: TemplateFacts): string => `\
import type { TerminalGroupMode, TillbridgeOptions } from 'tillbridge';

/**
 * Your account at the payment service, read when the application starts;
 * .env.example lists the variables. Without any of them payments go to the
 * sandbox: npx tillbridge sandbox. In production (NODE_ENV) the mode is live
 * unless you say otherwise, and without a key the application does not start.
 */
export function paymentOptions(): TillbridgeOptions {
  const isProduction = process.env.NODE_ENV === 'production';
  const shopUrl = process.env.SHOP_URL ?? 'http://localhost:3000';
  const mode = process.env.PAYMENT_MODE ?? (isProduction ? 'live' : 'sandbox');
  return {
    terminalGroups: [
      {
        name: 'web',
        mode: mode as TerminalGroupMode,
        apiKeys: [
          process.env.PAYMENT_API_KEY ?? (isProduction ? '' : 'sandbox-web'),
        ],
        baseUrl: process.env.PAYMENT_URL, // only if it is not the usual one of the mode
        notificationUrl: \`\${shopUrl}/${notificationPath}/web\`, // register it with the service, too
      },
    ],
  };
}
`;

/** `payments/payment-effects.service.ts`: what the shop does about payments. */
export const paymentEffects = (): string => `\
import { Injectable, Logger } from '@nestjs/common';
import { OnPayment, type PaymentEvent } from 'tillbridge';

/**
 * What your shop does when an order changes. Exchange the bodies for your own.
 *
 * Work in your own tables belongs into the transaction that records the
 * payment: it commits with it, once, or not at all. Leave \`after\` out for that,
 * and use nothing but \`tx\`, an EntityManager of TypeORM:
 *
 *   @OnPayment('completed', { name: 'reserve-stock' })
 *   async reserveStock(event: PaymentEvent, tx: EntityManager): Promise<void> {
 *     await tx.insert(Reservation, { orderId: event.orderId });
 *   }
 */
@Injectable()
export class PaymentEffects {
  private readonly logger = new Logger(PaymentEffects.name);

  /**
   * Runs after the commit, at least once, and is retried: mail, calls to others.
   * event.id is the same each time.
   */
  @OnPayment('completed', { after: 'commit', name: 'send-mail' })
  sendMail(event: PaymentEvent): void {
    const amount = event.amount.toString();
    this.logger.log(
      \`mail \${event.id}: we received \${amount} for \${event.orderId}\`,
    );
  }

  /** Outcomes that are easily overlooked are events of their own. */
  @OnPayment(['paid_after_cancel', 'paid_twice', 'amount_mismatch'], {
    after: 'commit',
    name: 'ask-somebody',
  })
  askSomebody(event: PaymentEvent): void {
    this.logger.warn(\`\${event.orderId} needs attention: \${event.kind}\`);
  }
}
`;

const FASTIFY = `,
  create: (module, options) => NestFactory.create(module, new FastifyAdapter(), { ...options, rawBody: true })`;

/** `tillbridge.config.mjs`: how the command line opens the application, which must have been built. */
export const commandLineConfig = ({ compiledModule, moduleName, isFastify }: TemplateFacts): string => `\
${isFastify ? "import { NestFactory } from '@nestjs/core';\nimport { FastifyAdapter } from '@nestjs/platform-fastify';\n" : ''}import { defineConfig } from 'tillbridge';

/** How the command line (npx tillbridge doctor, explain, refund …) opens your application. Build it first. */
export default defineConfig({
  module: async () => (await import('${compiledModule}')).${moduleName}${isFastify ? FASTIFY : ''},
});
`;

/** The variables of {@link paymentOptions}, for `.env.example`, each with its comment. */
export const ENVIRONMENT: Readonly<Record<string, string>> = {
  PAYMENT_MODE: '# sandbox (npx tillbridge sandbox), test or live\nPAYMENT_MODE=sandbox',
  PAYMENT_API_KEY: '# The key of your site at the payment service, of that mode. A secret\nPAYMENT_API_KEY=sandbox-web',
  PAYMENT_URL: '# Only if the service is not at the usual address of the mode\n# PAYMENT_URL=http://localhost:4000',
  SHOP_URL:
    '# Where the service and your customers find this application; https for test and live\nSHOP_URL=http://localhost:3000',
};
