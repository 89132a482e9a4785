import { Inject, Injectable } from '@nestjs/common';
import { SandboxError } from '../sandbox.error.js';
import type { SandboxSettings } from '../options/sandbox.settings.js';
import { SANDBOX_SETTINGS } from '../sandbox.tokens.js';
import { checkSwitches } from '../options/group-switches.checks.js';
import type { SandboxSwitches } from '../options/group-switches.types.js';

/** The current switches of every terminal group. After each start they have the values of the options. */
@Injectable()
export class GroupSwitches {
  readonly #switches: Map<string, SandboxSwitches>;

  constructor(@Inject(SANDBOX_SETTINGS) settings: SandboxSettings) {
    this.#switches = new Map(settings.accounts.map(({ name, switches }) => [name, switches]));
  }

  /** The switches of one group. */
  of(group: string): SandboxSwitches {
    const switches = this.#switches.get(group);
    if (switches !== undefined) return switches;
    const advice = `Use one of: ${[...this.#switches.keys()].join(', ')}.`;
    throw new SandboxError('SWITCH_INVALID', `The sandbox has no terminal group "${group}".`, { advice });
  }

  /**
   * Changes some switches, from now on.
   *
   * @throws SandboxError `SWITCH_INVALID` for an unknown group or an invalid value; then nothing has changed.
   */
  set(group: string, changes: Partial<SandboxSwitches>): SandboxSwitches {
    const faults = checkSwitches(changes);
    if (faults.length > 0) {
      const list = faults.map(({ path, message }) => `${path} ${message}`).join('; ');
      throw new SandboxError('SWITCH_INVALID', `The switches cannot be set: ${list}.`, { advice: 'Correct them.' });
    }
    const known = Object.entries(changes).filter(([, value]) => value !== undefined);
    const switches = { ...this.of(group), ...Object.fromEntries(known) };
    this.#switches.set(group, switches);
    return switches;
  }
}
