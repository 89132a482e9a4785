/**
 * The locale that a text means, as the service writes locales (spec §2.2): from a language tag, from `Accept-Language`, of which
 * the first entry counts, or from the name of a locale of other software. A language without a country gets the one where most
 * people read it so. Null when the text means none.
 *
 * @example
 * localeOf('nl'); // 'nl_NL'
 * localeOf('de-AT,de;q=0.9'); // 'de_AT'
 * localeOf('de_DE_formal'); // 'de_DE'
 * localeOf('*'); // null
 */
export function localeOf(text: string): string | null {
  const tag = /^[^\s,;.@]*/.exec(text.trim())?.[0] ?? '';
  const [language = '', ...rest] = tag.split(/[-_]/);
  if (!/^[a-z]{2}$/i.test(language)) return null;
  const script = rest.find((part) => /^[a-z]{4}$/i.test(part));
  const country = rest.find((part) => /^[a-z]{2}$/i.test(part)) ?? likelyCountry(language, script);
  return /^[a-z]{2}$/i.test(country) ? `${language.toLowerCase()}_${country.toUpperCase()}` : null;
}

const likelyCountry = (language: string, script?: string): string =>
  new Intl.Locale(script ? `${language}-${script}` : language).maximize().region ?? '';
