import { Module, type DynamicModule } from '@nestjs/common';
import { ErrorRedactor } from './error-redactor.js';
import { toRetentionSettings } from './options/retention.options.js';
import { toWorkSettings } from './options/work.options.js';
import { TerminalGroups } from './terminal-groups/terminal-groups.js';
import { RETENTION, TILLBRIDGE_OPTIONS, WORK_SETTINGS } from './tokens.js';

/** What every feature needs: the terminal groups, the settings made of the options, and the clock. */
@Module({
  providers: [
    { provide: WORK_SETTINGS, inject: [TILLBRIDGE_OPTIONS], useFactory: toWorkSettings },
    { provide: RETENTION, inject: [TILLBRIDGE_OPTIONS], useFactory: toRetentionSettings },
    ErrorRedactor,
    TerminalGroups,
  ],
  exports: [WORK_SETTINGS, RETENTION, ErrorRedactor, TerminalGroups],
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
