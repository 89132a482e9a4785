import { parseUrl } from '../../protocol/index.js';
import { acceptedLanguages } from '../../support/index.js';
import { groupInPath, readAddress, wantsPage, type ReturnRequest } from './return-page.request.js';
import { RETURN_PAGE_TEXTS } from './return-page.texts.js';
import type { ReturnAnswer, ReturnPageOptions, ReturnPageTexts } from '../core/index.js';
import { RETURN_PAGE_POLICY, returnPageView } from './return-page.view.js';
import { MAX_ORDER_ID, type ReturnVisit } from './return-pages.js';

/** An HTTP answer as data. */
export interface ReturnReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** The answer is not stored, its type is not guessed, and the next page does not learn which order it was. */
const COMMON = {
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  Vary: 'Accept, Accept-Language',
} as const;

/** Seconds after which a caller that has opened the page too often may come again. */
const BUSY_S = 10;

/** The order of a request. */
export const visitOf = (request: ReturnRequest): ReturnVisit => ({
  ...readAddress(request),
  group: groupInPath(request),
});

/** The form of an answer: JSON for a program; for a browser a page, or a redirect that the shop has configured. */
export function replyTo(request: ReturnRequest, answer: ReturnAnswer, options: ReturnPageOptions): ReturnReply {
  if (!wantsPage(request)) return jsonReply(answer);
  const location = locationOf(options.redirectTo?.(answer) ?? null);
  if (location !== null) return { status: 303, headers: { ...COMMON, Location: location }, body: '' };
  return pageReply(request, answer, options);
}

/** The answer to a caller that has opened the page too often: nothing about the order, and when to come again. */
export function busyReply(request: ReturnRequest, options: ReturnPageOptions): ReturnReply {
  const orderId = visitOf(request).orderId.slice(0, MAX_ORDER_ID);
  const answer: ReturnAnswer = { orderId, state: 'being-confirmed', refreshAfterSeconds: BUSY_S };
  const { headers, body } = wantsPage(request) ? pageReply(request, answer, options, true) : jsonReply(answer);
  return { status: 429, headers: { ...headers, 'Retry-After': String(BUSY_S) }, body };
}

function jsonReply(answer: ReturnAnswer): ReturnReply {
  const headers = { ...COMMON, 'Content-Type': 'application/json; charset=utf-8' };
  return { status: 200, headers, body: JSON.stringify(answer) };
}

function pageReply(
  request: ReturnRequest,
  answer: ReturnAnswer,
  options: ReturnPageOptions,
  isBusy = false,
): ReturnReply {
  const { refreshUrl } = readAddress(request);
  const { language, texts } = textsFor(request, options);
  const page = { ...answer, isBusy, language, texts, refreshUrl, shopUrl: options.shopUrl ?? null };
  const headers = {
    ...COMMON,
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Language': language,
    ...(options.view ? {} : { 'Content-Security-Policy': RETURN_PAGE_POLICY }),
    ...(answer.refreshAfterSeconds === null ? {} : { Refresh: `${answer.refreshAfterSeconds}; url=${refreshUrl}` }),
  };
  return { status: 200, headers, body: (options.view ?? returnPageView)(page) };
}

function textsFor(
  { headers }: ReturnRequest,
  options: ReturnPageOptions,
): { language: string; texts: ReturnPageTexts } {
  const all = new Map<string, ReturnPageTexts>(Object.entries({ ...RETURN_PAGE_TEXTS, ...options.texts }));
  for (const tag of acceptedLanguages(headers['accept-language'])) {
    for (const language of [tag, tag.split('-')[0] ?? tag]) {
      const texts = all.get(language);
      if (texts) return { language, texts };
    }
  }
  return { language: 'en', texts: all.get('en') ?? RETURN_PAGE_TEXTS.en };
}

/** An address that is safe in a header: an absolute http(s) address or a path of this host; null for anything else. */
function locationOf(given: string | null): string | null {
  if (given === null) return null;
  const absolute = parseUrl(given);
  if (absolute) return /^https?:$/.test(absolute.protocol) ? absolute.href : null;
  const path = given.startsWith('/') ? parseUrl(given, 'http://shop.invalid') : null;
  return path && `${path.pathname}${path.search}${path.hash}`;
}
