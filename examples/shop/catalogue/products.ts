/** The stock of a new shop. Prices in euro cents. */
export const PRODUCTS = [
  {
    slug: 'stoneware-teapot',
    name: 'Stoneware teapot',
    blurb: 'Holds four cups and an afternoon.',
    priceMinor: 48_00,
    stock: 24,
  },
  {
    slug: 'linen-notebook',
    name: 'Linen notebook',
    blurb: 'Lies flat, takes ink, keeps secrets.',
    priceMinor: 12_50,
    stock: 100,
  },
  {
    slug: 'wool-blanket',
    name: 'Wool blanket',
    blurb: 'Woven from the wool of dyke sheep.',
    priceMinor: 129_00,
    stock: 5,
  },
  {
    slug: 'brass-lantern',
    name: 'Brass lantern',
    blurb: 'For the last one home.',
    priceMinor: 64_00,
    stock: 12,
  },
  {
    slug: 'tulip-print',
    name: 'Tulip print',
    blurb: 'Printed by hand, never needs water.',
    priceMinor: 24_00,
    stock: 40,
  },
  {
    slug: 'beeswax-candle',
    name: 'Beeswax candle',
    blurb: 'Forty hours of quiet light.',
    priceMinor: 9_95,
    stock: 60,
  },
] as const;
