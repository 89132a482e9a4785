import { Module, type DynamicModule } from '@nestjs/common';
import { ErrorRedactor } from './error-redactor.js';
import { settled } from '../../support/fields/check-fields.js';
import { TillbridgeOptions, toSettings } from './options/tillbridge.options.js';
import { TerminalGroups } from './terminal-groups/terminal-groups.js';
import { SETTINGS, TILLBRIDGE_OPTIONS } from './tokens.js';

/** What every feature needs: the terminal groups, the settings derived from the options, and the clock. */
@Module({
  providers: [
    {
      provide: SETTINGS,
      inject: [TILLBRIDGE_OPTIONS],
      useFactory: (given: unknown) => toSettings(settled(TillbridgeOptions, given)),
    },
    ErrorRedactor,
    TerminalGroups,
  ],
  exports: [SETTINGS, ErrorRedactor, TerminalGroups],
})
export class CoreModule {
  /**
   * @param options - the options, as {@link OptionsModule} has them
   * @param clock - the module that exports `CLOCK`: with a database it is the database's
   */
  static of(options: DynamicModule, clock: DynamicModule): DynamicModule {
    return { module: CoreModule, imports: [options, clock], exports: [options, clock] };
  }
}
