/** A handler after the commit that counts how often it has run. */
import { Injectable } from '@nestjs/common';
import { OnPayment } from '../../dist/esm/index.js';

/** The number of effects that have run in this process. */
export const ran = { effects: 0 };

/** A provider for the shop of a bench. */
export class CountedEffects {
  mail() {
    ran.effects += 1;
  }
}
Injectable()(CountedEffects);
const method = Object.getOwnPropertyDescriptor(CountedEffects.prototype, 'mail');
OnPayment('completed', { after: 'commit', name: 'mail' })(CountedEffects.prototype, 'mail', method);
