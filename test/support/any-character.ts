import fc from 'fast-check';

const SURROGATES = { from: 0xd800, to: 0xdfff };
const LAST_CODE_POINT = 0x10ffff;

/**
 * Every code point, as the unit of a string: `fc.string({ unit: anyCharacter })`. fast-check's own `binary` first makes
 * a table of a million entries, in each spec file.
 */
export const anyCharacter = fc
  .integer({ min: 0, max: LAST_CODE_POINT - (SURROGATES.to - SURROGATES.from + 1) })
  .map((place) => String.fromCodePoint(place < SURROGATES.from ? place : place + SURROGATES.to - SURROGATES.from + 1));
