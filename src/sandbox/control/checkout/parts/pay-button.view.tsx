import { moneyText } from '../../../../pages/money-text.js';
import type { OpenPage } from '../open-page.types.js';

/** The button that pays the amount of the page. */
export function PayButton({ page, later = false }: { page: OpenPage; later?: boolean }) {
  return (
    <button class="primary" type="submit">
      Pay {moneyText(page.due, page.currency)}
      {later && ' later'}
    </button>
  );
}
