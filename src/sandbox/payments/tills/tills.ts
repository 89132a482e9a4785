import { Inject, Injectable } from '@nestjs/common';
import {
  SANDBOX_SETTINGS,
  type SandboxAccount,
  SandboxDatabase,
  SandboxError,
  type SandboxSettings,
  type SandboxTerminal,
} from '../../core/index.js';
import { openOrderAt, type SandboxOrderEntity, type Till } from '../../orders/index.js';
import { OrderDriver } from '../outcomes/order-driver.js';
import { OrderExpiry } from '../outcomes/order-expiry.js';
import type { SandboxTill } from '../sandbox.types.js';

/** A till with its order, as stored. */
export interface TillState extends Omit<SandboxTill, 'order'> {
  readonly order: SandboxOrderEntity | null;
}

/** The current tills of all terminal groups. */
@Injectable()
export class Tills {
  constructor(
    private readonly database: SandboxDatabase,
    private readonly expiry: OrderExpiry,
    private readonly driver: OrderDriver,
    @Inject(SANDBOX_SETTINGS) private readonly settings: SandboxSettings,
  ) {}

  /** All tills, in the order of the options. */
  async all(): Promise<TillState[]> {
    await this.expiry.runDue();
    const tills = this.settings.accounts.flatMap((account) =>
      account.terminals.map((terminal) => this.#stateOf(account, terminal)),
    );
    return Promise.all(tills);
  }

  /** All tills, in the library's form. */
  async list(): Promise<SandboxTill[]> {
    const states = await this.all();
    return Promise.all(states.map((state) => this.describe(state)));
  }

  /** One till in the library's form. */
  async describe({ order, ...till }: TillState): Promise<SandboxTill> {
    return { ...till, order: order === null ? null : await this.driver.describe(order) };
  }

  /** One till. @throws SandboxError `TILL_UNKNOWN` */
  async one({ group, terminalId }: Till): Promise<TillState> {
    await this.expiry.runDue();
    const account = this.settings.accounts.find(({ name }) => name === group);
    const terminal = account?.terminals.find(({ id }) => id === terminalId);
    if (account !== undefined && terminal !== undefined) return this.#stateOf(account, terminal);
    const advice = 'Name one of the terminals that the sandbox was started with.';
    throw new SandboxError('TILL_UNKNOWN', `The sandbox has no till "${terminalId}" in the group "${group}".`, {
      advice,
    });
  }

  async #stateOf({ name: group }: SandboxAccount, terminal: SandboxTerminal): Promise<TillState> {
    const { id, name = id, provider = 'SMARTPOS', active = true } = terminal;
    const order = await openOrderAt(this.database.manager, { group, terminalId: id });
    return { group, id, name, provider, active, order };
  }
}
