import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { SandboxDatabase } from '../sandbox.database.js';
import type { SandboxSettings } from '../options/sandbox.settings.js';
import { SANDBOX_SETTINGS } from '../sandbox.tokens.js';
import { SandboxStateEntity } from '../accounts/sandbox-state.entity.js';

const NAME = 'clock-offset';

/** Stores the offset of the clock with the data: after a restart, orders must not lie in the future. */
@Injectable()
export class ClockMemory implements OnModuleInit {
  constructor(
    private readonly database: SandboxDatabase,
    @Inject(SANDBOX_SETTINGS) private readonly settings: SandboxSettings,
  ) {}

  /** Called by Nest before the first request. */
  async onModuleInit(): Promise<void> {
    const state = await this.database.manager.findOneBy(SandboxStateEntity, { name: NAME });
    if (typeof state?.value === 'number') this.settings.clock.resume(state.value);
  }

  /** Stores the current offset. */
  async save(): Promise<void> {
    const { offsetMs } = this.settings.clock.reading();
    await this.database.run((em) =>
      em.save(Object.assign(new SandboxStateEntity(), { name: NAME, value: offsetMs })).then(() => undefined),
    );
  }
}
