import { Module } from '@nestjs/common';
import { PollBook } from './poll-book.service.js';

/** Which attempts are read again, and when. Stands below the orders. */
@Module({ providers: [PollBook], exports: [PollBook] })
export class PollScheduleModule {}
