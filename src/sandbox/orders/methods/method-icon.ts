import type { MethodKind, SandboxMethod } from './method.types.js';

/** The icon sizes of the service. All icons are vector drawings here, so each size is sharp. */
export type IconSize = 'large' | 'medium' | 'vector';

const WIDTH = 96;
const HEIGHT = 64;
const SCALES: Readonly<Record<IconSize, number>> = { large: 3, medium: 2, vector: 1 };
const COLOURS: Readonly<Record<MethodKind, string>> = {
  card: '#1d4ed8',
  banking: '#0f766e',
  wallet: '#6d28d9',
  'pay-later': '#9d174d',
  prepaid: '#92400e',
  'gift-card': '#b91c1c',
};
// The most letters that are readable at this size; longer names are shown by their initials.
const MAX_LETTERS = 11;
const LARGEST_FONT = 24;
const FONT_BY_LENGTH = 116;

/** Every size, to check a text from a URL. */
export const ICON_SIZES = Object.keys(SCALES) as readonly IconSize[];

/**
 * The icon of a payment method as SVG: its name, or its initials, on a rounded rectangle in the colour of its kind.
 * Drawn for the sandbox, without any trade mark.
 *
 * @example
 * const draw = (method: SandboxMethod): string => methodIcon(method, 'vector'); // '<svg xmlns="http://www.w3.org/2000/svg" width="96" …'
 */
export function methodIcon({ name, kind }: SandboxMethod, size: IconSize): string {
  const label = name.length <= MAX_LETTERS ? name : initials(name);
  const font = Math.min(LARGEST_FONT, Math.floor(FONT_BY_LENGTH / label.length));
  const [width, height] = [WIDTH * SCALES[size], HEIGHT * SCALES[size]];
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${WIDTH} ${HEIGHT}" ` +
    `role="img"><title>${escaped(name)}</title>` +
    `<rect width="${WIDTH}" height="${HEIGHT}" rx="8" fill="${COLOURS[kind]}"/>` +
    `<text x="48" y="32" dominant-baseline="central" text-anchor="middle" font-family="sans-serif" font-weight="600" ` +
    `font-size="${font}" fill="#ffffff">${escaped(label)}</text></svg>`
  );
}

function initials(name: string): string {
  const words = name.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '');
  return words.map((word) => word.slice(0, 1).toUpperCase()).join('');
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
