import { formatServiceTime } from '../../protocol/index.js';
import { DAY_MS } from '../../support/index.js';
import type { DashboardContext } from '../frame/dashboard.layout.js';

/** A date in the form of the lists, `YYYY-MM-DD` in the user's zone. @param days - from today, may be a fraction */
export const dayIn = ({ now, timeZone }: Pick<DashboardContext, 'now' | 'timeZone'>, days: number): string =>
  formatServiceTime(now + days * DAY_MS, timeZone).slice(0, 10);
