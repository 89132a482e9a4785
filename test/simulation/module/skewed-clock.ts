import { strikes, type Setting } from './setting.js';

const EVERY_MS = 4 * 3_600_000;
/** How long there is something to jump about: afterwards nothing but refunds on their way is left. */
const MOST_JUMPS = 12;

/** The clock of a replica's machine, which may be wrong and jump; and the database's, by which everything goes. */
export class SkewedClock {
  #offMs = 0;

  constructor(private readonly setting: Pick<Setting, 'agenda' | 'random' | 'journal' | 'faults' | 'quirks'>) {
    const { faults } = setting;
    if (faults.clockStep === 0) return;
    this.#jump();
    for (let jump = 1; jump < MOST_JUMPS; jump += 1) this.#plan(jump * EVERY_MS);
  }

  /** Epoch milliseconds. */
  get now(): number {
    const { agenda, quirks } = this.setting;
    return quirks.goesByOwnClock ? agenda.now + this.#offMs : agenda.now;
  }

  #plan(inMs: number): void {
    const { agenda, faults } = this.setting;
    if (!strikes(this.setting, 'clock step', faults.clockStep)) return;
    agenda.at(agenda.now + inMs, () => this.#jump());
  }

  #jump(): void {
    const { random, faults } = this.setting;
    this.#offMs = random.between(-faults.clockStepMs, faults.clockStepMs);
  }
}
