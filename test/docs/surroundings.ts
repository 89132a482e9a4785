import type { it } from '@jest/globals';
import type { CanActivate, INestApplication, RawBodyRequest, Type } from '@nestjs/common';
import type { IncomingMessage } from 'node:http';
import type { DataSource, EntityManager } from 'typeorm';
import type {
  CreateOrderInput,
  Payments,
  PaymentsClient,
  TerminalGroup,
  TerminalGroupOptions,
} from '../../src/index.js';
import type { Sandbox } from '../../src/sandbox/index.js';
import type { OutboxEntity } from '../../src/shop/effects/outbox/outbox.entity.js';
import type { NotificationEntity } from '../../src/shop/notifications/inbox/notification.entity.js';
import type { ObservationEntity } from '../../src/shop/orders/entities/observation.entity.js';
import type { PaymentOrderEntity } from '../../src/shop/orders/entities/payment-order.entity.js';
import type { Clock } from '../../src/support/index.js';

/**
 * What an `@example` may use without saying where it is from: what a reader has at hand in a shop, or inside of the package.
 * Anything else it imports, declares or takes as a parameter.
 */
export interface Surroundings {
  // In a shop.
  app: INestApplication;
  payments: Payments;
  dataSource: DataSource;
  terminalGroups: TerminalGroupOptions[];
  /** An order of the shop's that is to be paid. */
  order: CreateOrderInput;
  /** What a controller was asked, in an application made with `rawBody: true`. */
  request: RawBodyRequest<IncomingMessage>;
  /** What was caught. */
  error: unknown;
  /** Lets in the shop's own staff. */
  StaffGuard: Type<CanActivate>;

  // In a shop's tests.
  sandbox: Sandbox;
  it: typeof it;

  // Beneath `Payments`, and inside of the package.
  client: PaymentsClient;
  group: TerminalGroup;
  clock: Clock;
  /** The transaction that the example stands in. */
  em: EntityManager;
  NotificationEntity: typeof NotificationEntity;
  ObservationEntity: typeof ObservationEntity;
  OutboxEntity: typeof OutboxEntity;
  PaymentOrderEntity: typeof PaymentOrderEntity;
}
