import { formatServiceTime } from '../../protocol/index.js';
import type { DashboardContext } from '../frame/dashboard.layout.js';

const DAY_MS = 86_400_000;

/** A day as the lists take it, `YYYY-MM-DD` in the reader's zone. @param days - from today, may be a fraction */
export const dayIn = ({ now, timeZone }: Pick<DashboardContext, 'now' | 'timeZone'>, days: number): string =>
  formatServiceTime(now + days * DAY_MS, timeZone).slice(0, 10);
