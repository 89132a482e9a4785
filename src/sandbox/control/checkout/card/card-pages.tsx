import type { TestCard } from '../../../payments/index.js';
import type { MethodPages } from '../open-page.types.js';
import { AppScan } from '../app/app-scan.view.js';
import { TestValues } from '../parts/test-values.view.js';
import { answerCard } from './card-form.js';
import { Card } from './card.view.js';
import { cardId, cardOf, cardsOf, groupedNumber } from './test-card-list.js';
import { ThreeDSecure } from './three-d-secure.view.js';

const effectOf = ({ hint, hasChallenge, result }: TestCard): string =>
  hasChallenge && result.now === 'paid' ? `${hint}, after 3-D Secure` : hint;

/** The shopper types a card; its bank may check the shopper's identity. Bancontact also has an app. */
export const CARD_PAGES: MethodPages = {
  content: (view) => {
    const { method, step, carried, choice } = view;
    const asked = cardOf(method.code, carried['card']);
    if (step === '3ds' && asked !== null) return <ThreeDSecure view={view} last4={asked.number.slice(-4)} />;
    if (step === 'app' && method.code === 'MISTERCASH') return <AppScan view={view} />;
    return <Card view={view} card={cardOf(method.code, choice)} />;
  },
  aside: (view) => {
    const values = cardsOf(view.method.code).map((card) => ({
      id: cardId(card),
      number: groupedNumber(card.number),
      effect: effectOf(card),
    }));
    return <TestValues title="Test cards" view={view} values={values} />;
  },
  answer: answerCard,
};
