export { PollScheduleModule } from './poll-schedule.module.js';
export { type AttemptKey, PollScheduleRepository, type NextRead } from './poll-schedule.repository.js';
export { expiresAt, nextPollAt, type PollFacts } from './poll-schedule.js';
export { WAKE_MS, type WakeTimes } from './poll-times.js';
export { LEAST_GAP_MS, unlessWanted, requestedAt } from './poll-request-time.js';
export { type ParkReason, PollEntity, type PollState } from './poll.entity.js';
