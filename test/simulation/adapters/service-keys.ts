import type { Sandbox } from '../../../src/sandbox/index.js';
import type { ManualClock } from '../../../src/testing/index.js';
import type { SandboxAccount, SandboxSettings } from '../../../src/sandbox/core/index.js';

/** The keys that the service knows of the account: the sandbox itself is given one, and keeps it. */
export class ServiceKeys {
  readonly #accounts: SandboxAccount[];
  /** With which it signs, and since when, epoch milliseconds. */
  signing: string;
  signingSince = 0;
  /** The one before. */
  before: string;

  constructor(
    sandbox: Sandbox,
    private readonly clock: ManualClock,
  ) {
    const { accounts } = Reflect.get(sandbox.faults, 'settings') as SandboxSettings;
    this.#accounts = accounts as SandboxAccount[];
    this.signing = this.#accounts[0]!.apiKey;
    this.before = this.signing;
  }

  /** Signs with the first from now on, and takes calls with each of them. */
  use(signing: string, ...others: readonly string[]): void {
    const [own] = this.#accounts;
    // It signs with the key of the first that has the name, and looks for the key of a call among all.
    const known = [signing, ...others].map((apiKey): SandboxAccount => ({ ...own!, apiKey }));
    this.#accounts.splice(0, this.#accounts.length, ...known);
    if (signing === this.signing) return;
    this.signingSince = this.clock.now();
    this.before = this.signing;
    this.signing = signing;
  }
}
