import type { MethodPages } from '../open-page.types.js';
import { Wallet } from './wallet.view.js';

/** A wallet asks the shopper to confirm: every button of the page is an outcome. */
export const WALLET_PAGES: MethodPages = {
  content: (view) => <Wallet view={view} />,
  answer: () => ({ step: 'confirm', carried: {} }),
};
