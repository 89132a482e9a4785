import { Module } from '@nestjs/common';
import { PollScheduleRepository } from './poll-schedule.repository.js';

/** Which attempts are read again, and when. Stands below the orders. */
@Module({ providers: [PollScheduleRepository], exports: [PollScheduleRepository] })
export class PollScheduleModule {}
