/** An amount as shoppers read it: 1295 is €12.95. */
export const money = (minor: number, currency: string): string =>
  new Intl.NumberFormat('en-IE', { style: 'currency', currency }).format(minor / 100);

/** Minor units as a form has them: 1295 is 12.95. */
export const amountText = (minor: number): string => (minor / 100).toFixed(2);

/** Reads an amount out of a form; undefined for anything that is none. */
export function readAmount(text: string): number | undefined {
  const [, whole, fraction = ''] = /^\s*(\d{1,7})(?:[.,](\d{1,2}))?\s*$/.exec(text) ?? [];
  return whole === undefined ? undefined : Number(whole) * 100 + Number(fraction.padEnd(2, '0'));
}
