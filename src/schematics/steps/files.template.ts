/** Input of the files that the schematic writes. Each file is complete, compiles, and starts against the sandbox. */
export interface TemplateFacts {
  /** Path of the notification route with the application's global prefix, without slashes around it. */
  readonly notificationPath: string;
  /** Whether the project reads its settings with ConfigModule, and not from `process.env`. */
  readonly hasConfigModule: boolean;
}

/** How settings are read: the import and the parameter, and the expression for one variable. */
interface Reading {
  readonly imported: string;
  readonly parameter: string;
  readonly of: (name: string, otherwise?: string) => string;
}

const ENV: Reading = {
  imported: '',
  parameter: '',
  of: (name, otherwise) => `process.env.${name}${otherwise === undefined ? '' : ` ?? ${otherwise}`}`,
};

const CONFIG_SERVICE: Reading = {
  imported: "import type { ConfigService } from '@nestjs/config';\n",
  parameter: 'config: ConfigService',
  of: (name, otherwise) => `config.get<string>('${name}'${otherwise === undefined ? '' : `, ${otherwise}`})`,
};

/** `payments/payment-options.ts`: the account, from the environment or from the project's ConfigService. */
export function paymentOptions({ notificationPath, hasConfigModule }: TemplateFacts): string {
  const { imported, parameter, of } = hasConfigModule ? CONFIG_SERVICE : ENV;
  return `\
${imported}import type { TerminalGroupMode, TillbridgeOptions } from 'tillbridge';

/**
 * Your account at the payment service, read when the application starts;
 * .env.example lists the variables. Without any of them payments go to the
 * sandbox: npx tillbridge sandbox. In production (NODE_ENV) the mode is live
 * unless you say otherwise, and without a key the application does not start.
 */
export function paymentOptions(${parameter}): TillbridgeOptions {
  const isProduction = ${of('NODE_ENV')} === 'production';
  const shopUrl = ${of('SHOP_URL', "'http://localhost:3000'")};
  const usualMode = isProduction ? 'live' : 'sandbox';
  const usualKey = isProduction ? '' : 'sandbox-web';
  const mode = ${of('PAYMENT_MODE', 'usualMode')};
  return {
    terminalGroups: [
      {
        name: 'web',
        mode: mode as TerminalGroupMode,
        apiKeys: [${of('PAYMENT_API_KEY', 'usualKey')}],
        baseUrl: ${of('PAYMENT_URL')}, // only if it is not the usual one of the mode
        notificationUrl: \`\${shopUrl}/${notificationPath}/web\`, // register it with the service, too
      },
    ],
  };
}
`;
}

/** `payments/payment-effects.service.ts`: what the shop does when an order changes. */
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
    name: 'ask-staff',
  })
  askStaff(event: PaymentEvent): void {
    this.logger.warn(\`\${event.orderId} needs attention: \${event.kind}\`);
  }
}
`;

/** The variables of {@link paymentOptions}, for `.env.example`, each with its comment. */
export const ENVIRONMENT: Readonly<Record<string, string>> = {
  PAYMENT_MODE: '# sandbox (npx tillbridge sandbox), test or live\nPAYMENT_MODE=sandbox',
  PAYMENT_API_KEY: '# The key of your site at the payment service, of that mode. A secret\nPAYMENT_API_KEY=sandbox-web',
  PAYMENT_URL: '# Only if the service is not at the usual address of the mode\n# PAYMENT_URL=http://localhost:4000',
  SHOP_URL:
    '# Where the service and your customers find this application; https for test and live\nSHOP_URL=http://localhost:3000',
};
