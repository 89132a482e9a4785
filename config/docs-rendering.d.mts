/** The part of a token of markdown-it that is looked at. */
export interface CellToken {
  readonly type: string;
  readonly content: string;
  attrSet(name: string, value: string): void;
}

export function transitionsOf(text: string): { from: string; to: string; when: string }[];
export function labelCells(state: { tokens: readonly CellToken[] }): void;
