import { describe, expect, it } from '@jest/globals';
import { ICON_SIZES, methodIcon } from './method-icon.js';
import { METHOD_TABLE } from './method-table.js';
import { findMethod } from './payment-methods.js';

describe('the icon of a payment method', () => {
  it('shows a short name in full, and a long one by its initials', () => {
    expect(methodIcon(findMethod('IDEAL')!, 'vector')).toContain('>iDEAL</text>');
    const long = methodIcon(findMethod('NATENCRD')!, 'vector');
    expect(long).toContain('>NEC</text>');
    expect(long).toContain('<title>Nationale Entertainment Card</title>');
  });

  it('is larger by its size, of one drawing', () => {
    const widths = ICON_SIZES.map((size) => / width="(\d+)"/.exec(methodIcon(findMethod('VISA')!, size))?.[1]);
    expect(widths).toEqual(['288', '192', '96']);
  });

  it('is well-formed for every method', () => {
    for (const method of METHOD_TABLE) {
      const icon = methodIcon(method, 'large');
      expect(icon).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg"[^<>]*>.*<\/svg>$/);
      expect(icon.replaceAll(/&(amp|lt|gt);/g, '')).not.toContain('&');
    }
  });
});
