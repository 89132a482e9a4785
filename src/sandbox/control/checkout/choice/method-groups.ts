import type { SandboxMethod } from '../../../orders/index.js';
import { pageKind, type PageKind } from '../page-kind.js';

/** A group of similar methods. */
export interface MethodGroup {
  readonly title: string;
  readonly methods: readonly SandboxMethod[];
  /** Whether the group is closed at first, because it has many methods. */
  readonly isFolded: boolean;
}

const GROUPS: readonly { readonly title: string; readonly kinds: readonly PageKind[] }[] = [
  { title: 'Bank', kinds: ['bank'] },
  { title: 'Card', kinds: ['card'] },
  { title: 'Wallet or app', kinds: ['wallet', 'app', 'phone'] },
  { title: 'Bank transfer and direct debit', kinds: ['transfer', 'debit'] },
  { title: 'Pay later', kinds: ['lender'] },
  { title: 'Gift card or voucher', kinds: ['prepaid'] },
];
const MOST_OPEN = 8;

/** The methods in groups, in the given order, without empty groups. */
export function groupMethods(methods: readonly SandboxMethod[]): readonly MethodGroup[] {
  return GROUPS.map(({ title, kinds }) => {
    const members = methods.filter((method) => kinds.includes(pageKind(method)));
    return { title, methods: members, isFolded: members.length > MOST_OPEN };
  }).filter((group) => group.methods.length > 0);
}
