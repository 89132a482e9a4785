import type { Defect } from './operators.mjs';

/** How a defect is named: its line, and that line before and after, in one line each however many they are. */
export interface AboutDefect {
  readonly line: number;
  readonly before: string;
  readonly after: string;
}

/** The text with the defect in it. */
export function withDefect(source: string, defect: Pick<Defect, 'start' | 'end' | 'text'>): string;

/** See {@link AboutDefect}. */
export function aboutDefect(source: string, defect: Pick<Defect, 'start' | 'end' | 'text'>): AboutDefect;
