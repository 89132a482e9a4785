/** Words that must not occur in texts for people, and their replacements. */
const FORBIDDEN: readonly (readonly [pattern: RegExp, instead: string])[] = [
  [/\bfor ?ever\b/i, 'permanently'],
  [/\bfor good\b/i, 'permanently'],
  [/\bwh(o|at|om)(so)?ever\b/i, 'those who, any'],
  [/\bsomebody\b|\banybody\b|\bnobody\b/i, 'someone, anyone, no one'],
  [/\bneeds? a person\b|\bfor a person\b/i, 'needs attention'],
  [
    /\bfunnels?\b|\bledgers?\b|\blane head\b|\boutbox\b|\bobservations?\b/i,
    'the name of the thing, not of the program',
  ],
  [/\bgiven up\b|\bleft? (it )?be\b|\bseen to it\b/i, 'failed, discarded, handled'],
  [/\bcancell?ation of\b|\bcanceled\b|\bauthorized\b/i, 'one spelling: cancelled, authorised'],
  [/\bgive (it|money|the money)? ?back\b|\bgiven back\b/i, 'refund'],
];

/** The text of a page, sentence by sentence: without markup, machine values, and titles behind a text. */
export function textOf(html: string): string {
  return html
    .replace(/^[^]*<main[^>]*>/, '')
    .replace(/<\/main>[^]*$/, '')
    .replaceAll(/<(script|style|pre|svg|time|blockquote)[^]*?<\/\1>/g, ' ')
    .replaceAll(/<span class="mono">[^]*?<\/span>|<span class="under mono">[^]*?<\/span>/g, ' ')
    .replaceAll(/<\/(p|li|dt|dd|div|td|th|h1|h2|h3|label|legend|summary|button|option|a|caption|nav|strong)>/g, '\n')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/&amp;/g, '&')
    .replaceAll(/&lt;/g, '<')
    .replaceAll(/&quot;/g, '"')
    .replaceAll(/&#39;|&apos;/g, "'")
    .replaceAll(/[^\S\n]+/g, ' ');
}

const matches = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(new RegExp(pattern, `${pattern.flags.replace('g', '')}g`))].map(([found]) => found);

/** Words of a text that support staff do not use. */
export const forbiddenWords = (text: string): string[] =>
  FORBIDDEN.flatMap(([pattern, instead]) => matches(text, pattern).map((found) => `"${found}": say ${instead}`));

/** Error codes and raw statuses in a text. */
export const codesIn = (text: string): string[] => [
  ...matches(text, /\b[A-Z][A-Z\d]+(_[A-Z\d]+)+\b/),
  ...matches(text, /\b[a-z]+(_[a-z]+)+\b/),
  ...matches(text, /\b(initialized|uncleared|chargedback|voided|unmatched_\w+)\b/),
];

/** "1 orders", "1 are". */
export const countsOfOne = (text: string): string[] =>
  matches(text, /(?<![\d.,:])\b1 (?:[a-z]+s|need|wait|have|are)\b(?! order)/).filter(
    (found) => !/1 (was|is|has|ms|this|process|address)$/.test(found),
  );

/** The average number of words in a sentence of a text. */
export function meanSentence(text: string): number {
  const sentences = text
    .split(/\n|[.!?:;](?=\s|$)/)
    .map(
      (sentence) =>
        sentence
          .trim()
          .split(/\s+/)
          .filter((word) => /\p{L}/u.test(word)).length,
    )
    .filter((words) => words > 3);
  return sentences.length === 0 ? 0 : sentences.reduce((sum, words) => sum + words, 0) / sentences.length;
}
