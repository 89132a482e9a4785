/** Shorter ones are a number of something, or a part of a name. */
const LEAST_LETTERS = 4;

/**
 * Other ways to write the id that people mean, the likeliest first. Mails and word processors turn a hyphen into a dash and add
 * marks that no one sees; people write `#S1`, `s1`, `Order S-1001.` and `S 1001`.
 *
 * @returns without the text itself
 */
export function otherSpellings(text: string): readonly string[] {
  const plain = text
    .normalize('NFKC')
    .replaceAll(/\p{Cf}/gu, '')
    .replaceAll(/[\p{Pd}\u2212]/gu, '-')
    .replaceAll(/\s+/g, ' ')
    .trim();
  const bare = plain.replace(/^#\s*/, '');
  const words = bare.includes(' ') ? [...wordsLikeIds(bare), ...joinedIds(bare)] : [];
  const spellings = [plain, bare, ...words].flatMap((each) => [each, each.toUpperCase(), each.toLowerCase()]);
  return [...new Set(spellings)].filter((other) => other !== '' && other !== text);
}

/** The longest word with a digit in it, as in `your order S-1001, please`. */
function wordsLikeIds(text: string): readonly string[] {
  const words = text.split(' ').map((word) => word.replace(/^[#("']+/, '').replace(/[.,;:!?)"']+$/, ''));
  const ids = words.filter((word) => word.length >= LEAST_LETTERS && /\d/.test(word));
  return ids.sort((one, other) => other.length - one.length).slice(0, 1);
}

/** An id that is written in groups, as on the telephone: with hyphens, and in one. */
const joinedIds = (text: string): readonly string[] =>
  /\d/.test(text) && text.split(' ').length <= 3 ? [text.replaceAll(' ', '-'), text.replaceAll(' ', '')] : [];
