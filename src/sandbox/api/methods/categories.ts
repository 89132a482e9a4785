/** Kinds of goods that a shop may sell. The codes are the sandbox's own. */
export const CATEGORIES: readonly { readonly code: string; readonly description: string }[] = [
  { code: 'books', description: 'Books and magazines' },
  { code: 'clothing', description: 'Clothing and shoes' },
  { code: 'digital', description: 'Digital goods' },
  { code: 'electronics', description: 'Electronics' },
  { code: 'food', description: 'Food and drink' },
  { code: 'home', description: 'House and garden' },
];
