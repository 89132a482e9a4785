import { checkNotificationUrl } from '../../../protocol/index.js';
import type { Check, Facts, GroupFacts } from '../facts.types.js';
import { type Finding, type CheckResult } from '../finding.types.js';

/** The service's own environments, which call a shop from outside. */
const isReal = ({ mode }: GroupFacts): boolean => mode !== 'sandbox';

function rules(group: GroupFacts): Finding[] {
  const faults = isReal(group) ? checkNotificationUrl(group.notificationUrl, 'live') : [];
  if (faults.length === 0) return [];
  return [
    {
      id: 'NOTIFICATION_URL_REFUSED',
      group: group.name,
      what: `notificationUrl ${group.notificationUrl} ${faults.map(({ message }) => message).join(', and ')}.`,
      why: 'The service refuses such an address, or cannot reach it (spec §6): no notification ever comes.',
      fix: `Give terminal group ${group.name} an https address with a public host, no port, and no other characters than letters, digits and - _ . : /; in development use mode 'sandbox'.`,
    },
  ];
}

function path(group: GroupFacts, { routes }: Facts): Finding[] {
  const at = routes?.find((route) => route.group === group.name && route.answer?.status !== 404)?.at;
  const address = group.notificationUrl.split('?')[0]!.replace(/\/+$/, '');
  if (at === undefined || address.endsWith(at)) return [];
  return [
    {
      id: 'NOTIFICATION_URL_ELSEWHERE',
      group: group.name,
      what: `notificationUrl ${group.notificationUrl} does not end in ${at}, where the application listens.`,
      why: 'Notifications would go to a path where no one takes them, unless a proxy rewrites it.',
      fix: `Let notificationUrl of terminal group ${group.name} end in ${at}; or, if a proxy rewrites the path, see that --url passes the check from outside.`,
    },
  ];
}

function decide(facts: Facts): CheckResult {
  if (facts.groups.length === 0) return { skipped: 'the options could not be read' };
  // If a request from outside has arrived, the paths are correct.
  const arrives = facts.outside !== null && facts.outside.every(({ answer }) => answer?.status === 200);
  return { findings: facts.groups.flatMap((group) => [...rules(group), ...(arrives ? [] : path(group, facts))]) };
}

/** Notification addresses follow the service's rules, and lead to the application. */
export const urlCheck: Check = { name: 'notification-url', title: 'Notification addresses keep the rules', decide };
