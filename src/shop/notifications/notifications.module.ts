import { Module } from '@nestjs/common';
import { WorkerRegistry } from '../workers/index.js';
import { Inbox } from './inbox/inbox.js';
import { InboxWorker } from './inbox/inbox.worker.js';
import { OwnNotifications } from './inbox/own-notifications.js';
import { UnstoredNotifications } from './inbox/unstored-notifications.js';
import { AcknowledgementTimes } from './intake/acknowledgement-times.js';
import { NotificationMiddleware } from './intake/notification.middleware.js';
import { SourcePolicy } from './intake/source-policy.js';
import { GetNotifications } from './intake/get-notifications.js';
import { GroupLookup } from './intake/group-lookup.js';
import { RefusalLog } from './intake/refusal-log.js';
import { NotificationVerifier } from './intake/notification-verifier.js';
import { SignatureGuard } from './intake/signature.guard.js';
import { BootCheckNonce } from './startup-check/boot-check-nonce.js';
import { BootCheck } from './startup-check/boot-check.js';

/**
 * Notifications (spec §4.4): verified, stored, acknowledged, and passed to the ledger. The guard is exported with what it
 * injects, for the host's own routes.
 */
@Module({
  providers: [
    AcknowledgementTimes,
    BootCheck,
    BootCheckNonce,
    SourcePolicy,
    NotificationMiddleware,
    GetNotifications,
    GroupLookup,
    Inbox,
    InboxWorker,
    OwnNotifications,
    RefusalLog,
    SignatureGuard,
    NotificationVerifier,
    UnstoredNotifications,
  ],
  exports: [
    AcknowledgementTimes,
    BootCheck,
    BootCheckNonce,
    GroupLookup,
    RefusalLog,
    SignatureGuard,
    NotificationVerifier,
    SourcePolicy,
    UnstoredNotifications,
  ],
})
export class NotificationsModule {
  constructor(workers: WorkerRegistry, inbox: InboxWorker, own: OwnNotifications) {
    own.connect(workers.addRows('inbox', inbox));
  }
}
