import type { Chapter } from './chapter.js';
import { moneyChapter } from './money/money-chapter.js';
import { ordersChapter } from './orders/orders-chapter.js';
import { refundsChapter } from './refunds/refunds-chapter.js';

/** All that is written once more, and the share of histories that each gets: about as it takes time. */
export const CHAPTERS: readonly (Chapter & { readonly share: number })[] = [
  { ...ordersChapter, share: 0.4 },
  { ...refundsChapter, share: 0.35 },
  { ...moneyChapter, share: 0.25 },
];
