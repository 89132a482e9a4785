import { Module, type DynamicModule } from '@nestjs/common';
import { SystemClock } from '../../support/index.js';
import type { TillbridgeOptions } from './options/tillbridge.options.js';
import { CLOCK, TILLBRIDGE_OPTIONS } from './tokens.js';

/** The clock of this machine, for features that work without a database. */
@Module({
  providers: [
    {
      provide: CLOCK,
      inject: [TILLBRIDGE_OPTIONS],
      useFactory: (options: TillbridgeOptions) => options?.clock ?? new SystemClock(),
    },
  ],
  exports: [CLOCK],
})
export class SystemClockModule {
  /** @param options - the options, as {@link OptionsModule} has them */
  static of(options: DynamicModule): DynamicModule {
    return { module: SystemClockModule, imports: [options] };
  }
}
