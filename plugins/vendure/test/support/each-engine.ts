import { after, before, describe } from 'node:test';
import type { TillbridgePluginOptions } from '../../src';
import { ENGINES, type Engine } from './databases';
import { Staff } from './staff';
import { TestShop } from './test-shop';

/** A shop that runs while the scenarios of a block do. */
export interface Stage {
  readonly engine: Engine;
  readonly shop: TestShop;
  readonly staff: Staff;
}

/** Runs a block on every engine, each with a shop of its own. */
export function onEachEngine(
  title: string,
  scenarios: (stage: Stage) => void,
  options: Partial<TillbridgePluginOptions> = {},
): void {
  for (const engine of ENGINES) {
    describe(`${title} (${engine})`, () => {
      const stage = { engine } as { engine: Engine; shop: TestShop; staff: Staff };
      before(async () => {
        stage.shop = await TestShop.start(engine, options);
        stage.staff = new Staff(stage.shop);
      });
      after(() => stage.shop.stop());
      scenarios(stage);
    });
  }
}
