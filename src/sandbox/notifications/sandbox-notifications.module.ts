import { Module } from '@nestjs/common';
import { Agenda } from '../core/index.js';
import { NotificationArchive } from './notification-archive.js';
import { NotificationAdminService } from './notification-admin.service.js';
import { NotificationLog } from './notification-log.js';
import { NotificationQueue } from './notification-queue.js';
import { NotificationRounds } from './notification-rounds.js';
import { NotificationSender } from './notification-sender.js';
import { NotificationTransport } from './notification-transport.js';
import { ResendTimer } from './resend-timer.js';

/** Notifications: stored with the change that they report, sent, and resent until they are acknowledged. */
@Module({
  providers: [
    NotificationArchive,
    NotificationAdminService,
    NotificationLog,
    NotificationQueue,
    NotificationRounds,
    NotificationSender,
    NotificationTransport,
    ResendTimer,
  ],
  exports: [NotificationArchive, NotificationAdminService, NotificationQueue, NotificationSender],
})
export class SandboxNotificationsModule {
  constructor(agenda: Agenda, sender: NotificationSender) {
    agenda.registerSender(sender);
  }
}
