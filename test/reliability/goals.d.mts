import type { Figure } from '../../bench/support/figures.mjs';
import type { SummaryFigure } from './summary.mjs';

/** A figure beside its goal, its own or that of the table; without one, as it is. */
export function judged(run: string, figure: Figure): SummaryFigure;

/** Why a goal is missed; undefined where no one says. */
export function reasonOf(run: string, figure: string): string | undefined;
