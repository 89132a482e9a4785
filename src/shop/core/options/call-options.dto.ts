import 'reflect-metadata';
import { IsIn, IsInt, IsOptional, Max, Min } from 'class-validator';

/** An optional whole number between two limits. */
const Whole =
  (min: number, max: number): PropertyDecorator =>
  (target, key) => {
    const name = String(key);
    const message = `${name} must be a whole number from ${min} to ${max}`;
    for (const rule of [IsOptional(), IsInt({ message }), Min(min, { message }), Max(max, { message })]) {
      rule(target, key);
    }
  };

/** Shape of `calls` of a terminal group, for class-validator. */
export class CallOptionsDto {
  @Whole(100, 60_000)
  connectTimeoutMs?: number;

  @Whole(1_024, 64 * 1024 * 1024)
  maxResponseBytes?: number;

  @Whole(1, 10)
  readAttempts?: number;

  @Whole(1_000, 600_000)
  readPatienceMs?: number;

  @Whole(1, 1_000)
  callsPerSecond?: number;

  @Whole(1, 10_000)
  burst?: number;

  @Whole(0, 9_999)
  reservedCalls?: number;

  @Whole(0, 10_000)
  maxWaiting?: number;

  @Whole(0, 60_000)
  maxWaitMs?: number;

  @IsOptional()
  @IsIn(['on', 'off'], { message: 'circuitBreaker must be on or off' })
  circuitBreaker?: 'on' | 'off';

  @Whole(1, 1_000)
  circuitFailures?: number;

  @Whole(100, 600_000)
  circuitPauseMs?: number;
}
