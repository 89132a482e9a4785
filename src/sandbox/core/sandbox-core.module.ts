import { Module, type DynamicModule, type Type } from '@nestjs/common';
import { Responder } from '../../pages/responder.js';
import { GroupSwitches } from './accounts/group-switches.js';
import { SiteSettings } from './accounts/site-settings.js';
import { Agenda } from './clock/agenda.js';
import { ClockMemory } from './clock/clock-memory.js';
import { TimeTravel } from './clock/time-travel.js';
import { SandboxFaults } from './faults/sandbox-faults.js';
import { PublicAddress } from './http/public-address.js';
import type { SandboxSettings } from './options/sandbox.settings.js';
import { SandboxDatabase } from './sandbox.database.js';
import { SANDBOX_SETTINGS } from './sandbox.tokens.js';

const SHARED: Type[] = [Agenda, GroupSwitches, PublicAddress, Responder, SandboxFaults, SiteSettings, TimeTravel];

/** Common parts of all features of the sandbox: its settings, database, clock, accounts and faults. */
@Module({ providers: [...SHARED, ClockMemory], exports: SHARED })
export class SandboxCoreModule {
  /**
   * @param settings - the checked options
   * @param entities - the tables of all features
   */
  static of(settings: SandboxSettings, entities: readonly Type[]): DynamicModule {
    const database = {
      provide: SandboxDatabase,
      useFactory: () => SandboxDatabase.open(settings.database, entities),
    };
    return {
      module: SandboxCoreModule,
      providers: [{ provide: SANDBOX_SETTINGS, useValue: settings }, database],
      exports: [SANDBOX_SETTINGS, SandboxDatabase],
    };
  }
}
