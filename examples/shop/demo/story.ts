import { aPayment, whatFollows } from './first-payment.chapter.js';
import { aForgery } from './forgery.chapter.js';
import type { Narrator } from './narrator.js';
import { theSameAgain } from './repetition.chapter.js';
import { aSecondAttempt } from './second-attempt.chapter.js';
import { Shopper } from './shopper.js';
import type { Stage } from './stage.js';
import { notPaid } from './unpaid.chapter.js';

/**
 * The story of a first payment, and of attacks and failures.
 *
 * @throws NotAsExpected at the first step that did not happen as expected
 */
export async function tellStory(narrator: Narrator, stage: Stage): Promise<void> {
  const cast = { narrator, stage, shopper: new Shopper(stage) };
  const checkout = await aPayment(cast);
  await whatFollows(cast, checkout);
  await theSameAgain(cast, checkout);
  await aForgery(cast, checkout);
  await notPaid(cast);
  await aSecondAttempt(cast);
}
