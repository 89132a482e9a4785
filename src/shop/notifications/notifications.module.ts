import { Module } from '@nestjs/common';
import { WorkerRegistry } from '../workers/index.js';
import { Inbox } from './inbox/inbox.service.js';
import { InboxWorker } from './inbox/inbox.worker.js';
import { AcknowledgementTimes } from './intake/acknowledgement-times.js';
import { EntranceGate } from './intake/entrance-gate.service.js';
import { Entrance } from './intake/entrance.service.js';
import { GetNotifications } from './intake/get-notifications.service.js';
import { RefusalLog } from './intake/refusal-log.service.js';
import { SignatureJudge } from './intake/signature-judge.service.js';
import { SignatureGuard } from './intake/signature.guard.js';
import { BootCheckNonce } from './startup-check/boot-check-nonce.js';
import { BootCheck } from './startup-check/boot-check.service.js';

/**
 * Notifications (spec §4.4): verified, stored, acknowledged, and brought to the ledger. The guard is exported with what it
 * injects, for the host's own routes.
 */
@Module({
  providers: [
    AcknowledgementTimes,
    BootCheck,
    BootCheckNonce,
    Entrance,
    EntranceGate,
    GetNotifications,
    Inbox,
    InboxWorker,
    RefusalLog,
    SignatureGuard,
    SignatureJudge,
  ],
  exports: [AcknowledgementTimes, BootCheck, RefusalLog, SignatureGuard, SignatureJudge],
})
export class NotificationsModule {
  constructor(registry: WorkerRegistry, inbox: Inbox, worker: InboxWorker) {
    const loop = registry.addLoop('inbox', worker);
    inbox.whenStored(() => loop.kick());
  }
}
