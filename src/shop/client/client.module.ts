import { Module } from '@nestjs/common';
import { HTTP } from '../core/index.js';
import { AccountClient } from './account.client.js';
import { CheckoutClient } from './checkout.client.js';
import { PaymentsClient } from './payments.client.js';
import { EventsClient } from './events/events.client.js';
import { RawRequestClient } from './raw-request.client.js';
import { ReceiptsClient } from './receipts.client.js';
import { TokensClient } from './tokens.client.js';
import { TransactionsClient } from './transactions.client.js';
import { ClientTransport } from './transport/client-transport.js';
import { isolatedHttp } from './transport/isolated-http.js';
import { ServiceCaller } from './transport/service-caller.js';
import { UnlistedCodes } from './unlisted-codes.js';

/** Typed calls; other modules inject them. */
const CALLS = [
  AccountClient,
  CheckoutClient,
  EventsClient,
  PaymentsClient,
  RawRequestClient,
  ReceiptsClient,
  ServiceCaller,
  TokensClient,
  TransactionsClient,
];

/** Typed calls of the service's API (spec §4). Needs only the options, and no database. */
@Module({
  providers: [
    // A separate client: settings of the host's shared client must not change a call, and the host must not see it.
    { provide: HTTP, useFactory: isolatedHttp },
    ClientTransport,
    UnlistedCodes,
    ...CALLS,
  ],
  exports: CALLS,
})
export class ClientModule {}
