import type { ReturnPageTexts } from '../core/index.js';

/** The built-in languages of the page. */
export const RETURN_PAGE_TEXTS: Readonly<Record<'en' | 'nl', ReturnPageTexts>> = {
  en: {
    titles: {
      paid: 'Thank you, your payment has arrived',
      'being-confirmed': 'Your payment is being confirmed',
      'not-paid': 'This order has not been paid',
    },
    sentences: {
      paid: 'We have received your payment and are getting to work on your order.',
      'being-confirmed':
        'You need not pay again. As soon as your bank has confirmed the payment, your order goes on by itself.',
      'not-paid':
        'The payment was declined, cancelled or not finished in time. You can go back to the shop and try again.',
    },
    busy: 'Very many people are asking just now. You need not pay again: this page looks again in a moment.',
    waiting: 'This page looks again by itself.',
    stopped:
      'It takes longer than usual. You may close this page: the shop is told as soon as the payment is confirmed, and goes on from there.',
    lookAgain: 'Look again now',
    order: 'Order',
    back: 'Back to the shop',
  },
  nl: {
    titles: {
      paid: 'Bedankt, je betaling is binnen',
      'being-confirmed': 'Je betaling wordt bevestigd',
      'not-paid': 'Deze bestelling is niet betaald',
    },
    sentences: {
      paid: 'We hebben je betaling ontvangen en gaan met je bestelling aan de slag.',
      'being-confirmed':
        'Je hoeft niet opnieuw te betalen. Zodra je bank de betaling bevestigt, gaat je bestelling vanzelf verder.',
      'not-paid':
        'De betaling is geweigerd, geannuleerd of niet op tijd afgerond. Je kunt terug naar de winkel en het opnieuw proberen.',
    },
    busy: 'Er wordt nu heel vaak gevraagd. Je hoeft niet opnieuw te betalen: deze pagina kijkt zo opnieuw.',
    waiting: 'Deze pagina kijkt vanzelf opnieuw.',
    stopped:
      'Het duurt langer dan normaal. Je kunt deze pagina sluiten: de winkel krijgt bericht zodra de betaling is bevestigd, en gaat dan verder.',
    lookAgain: 'Nu opnieuw kijken',
    order: 'Bestelling',
    back: 'Terug naar de winkel',
  },
};
