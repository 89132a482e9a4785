import { IsBoolean, IsInt, IsOptional, Max, Min } from 'class-validator';

/** How the handlers marked with `@OnPayment` are run. */
export interface EffectsOptions {
  /**
   * Longest run of a handler inside the transaction, 100 to 60,000 ms; default 10,000. Meanwhile the order's row is locked
   * (on SQLite the whole database), so a handler that takes longer has failed and its transaction is rolled back.
   */
  transactionLimitMs?: number;
  /** Longest run of a handler after the commit, 100 to 3,600,000 ms; default 300,000. Beyond it, it has failed and is tried again. */
  commitLimitMs?: number;
  /**
   * Whether the application's global guards, interceptors and filters apply to handlers too, as those declared on the
   * handler do. Default false, as with Nest's microservices: most are written for HTTP (decision 016).
   */
  inheritAppConfig?: boolean;
}

const milliseconds = (name: string, least: number, most: number): PropertyDecorator => {
  const rules = [
    IsOptional(),
    IsInt({ message: `${name} must be a whole number of milliseconds` }),
    Min(least, { message: `${name} must be at least ${least}` }),
    Max(most, { message: `${name} must be at most ${most}` }),
  ];
  return (target, key) => rules.forEach((rule) => rule(target, key));
};

/** Shape of {@link EffectsOptions}, for class-validator. */
export class EffectsOptionsDto implements EffectsOptions {
  @milliseconds('transactionLimitMs', 100, 60_000)
  transactionLimitMs?: number;

  @milliseconds('commitLimitMs', 100, 3_600_000)
  commitLimitMs?: number;

  @IsOptional()
  @IsBoolean({ message: 'inheritAppConfig must be true or false' })
  inheritAppConfig?: boolean;
}

/** Rule of the option `shutdownPatienceMs`. */
export const IsPatience = (): PropertyDecorator => milliseconds('shutdownPatienceMs', 0, 600_000);

/** What the background work goes by, every default filled in. Times in milliseconds. */
export interface WorkSettings extends Required<EffectsOptions> {
  readonly shutdownPatienceMs: number;
}

/** Fills in the defaults of options that were checked before. */
export const toWorkSettings = (options?: { effects?: EffectsOptions; shutdownPatienceMs?: number }): WorkSettings => ({
  transactionLimitMs: options?.effects?.transactionLimitMs ?? 10_000,
  commitLimitMs: options?.effects?.commitLimitMs ?? 300_000,
  inheritAppConfig: options?.effects?.inheritAppConfig ?? false,
  shutdownPatienceMs: options?.shutdownPatienceMs ?? 20_000,
});
