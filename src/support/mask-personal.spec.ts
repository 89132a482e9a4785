import { expect, it } from '@jest/globals';
import { maskPersonal } from './mask-personal.js';

it.each([
  ['Mugs for ann.jansen+1@shop.example.org, blue', 'Mugs for a***@shop.example.org, blue'],
  ['back to NL87ABNA0000000001 please', 'back to *** 0001 please'],
  ['back to NL87 ABNA 0000 0000 01 please', 'back to *** 0001 please'],
  ['Order S-1001 @ 12.50 EUR', 'Order S-1001 @ 12.50 EUR'],
  ['', ''],
])('of %j people see %j', (text, shown) => expect(maskPersonal(text)).toBe(shown));

it('stays fast on a text made to slow it down', () => {
  const begun = performance.now();
  maskPersonal(`${'a.'.repeat(50_000)}@${'b.'.repeat(50_000)}`);
  expect(performance.now() - begun).toBeLessThan(5_000);
});
