import type { HealthProblem } from '../../../health/health.rules.js';
import { checkNotificationUrl } from '../../../protocol/index.js';
import type { Check, Facts, HostFacts, LiveFacts } from '../facts.types.js';
import { isTime, problemText, spanText } from '../../wording.js';
import { findings, type Finding, type CheckResult } from '../finding.types.js';

/** Private and local addresses of IPv6; those of IPv4 are in the rules for notification addresses. */
const PRIVATE_V6 = /^(?:::1?$|f[cd]|fe[89ab])/i;

const isPrivate = (address: string): boolean =>
  address.includes(':') ? PRIVATE_V6.test(address) : checkNotificationUrl(`https://${address}/`, 'live').length > 0;

const whenStarted =
  (judge: (live: LiveFacts, facts: Facts) => CheckResult) =>
  (facts: Facts): CheckResult =>
    facts.live === null ? { skipped: 'the application does not start; correct that first' } : judge(facts.live, facts);

function mode({ groups }: Facts): CheckResult {
  if (groups.length === 0) return { skipped: 'the options could not be read' };
  return findings(
    ...groups.map(
      (group) =>
        group.mode !== 'live' && {
          id: 'MODE_NOT_LIVE',
          group: group.name,
          what: `Terminal group ${group.name} has mode ${group.mode}.`,
          why: 'No real money comes: customers would see a payment page of tests.',
          fix: `Set mode: 'live' for ${group.name}, with the key of its site from the live dashboard, and leave baseUrl out.`,
        },
    ),
  );
}

function addressFault({ group, host, addresses }: HostFacts): Finding | false {
  if (addresses === null) return false;
  const bad =
    addresses.length === 0 ? 'has no address in the DNS' : addresses.every(isPrivate) && 'is a private address';
  return (
    bad && {
      id: 'ADDRESS_NOT_PUBLIC',
      group,
      what: `The host of notificationUrl of ${group}, ${host}, ${bad}${addresses.length > 0 ? ` (${addresses.join(', ')})` : ''}.`,
      why: 'The service cannot reach it: no notification comes, and payments become known by polling, minutes later.',
      fix: `Give ${group} the https address under which customers reach the shop, and register it with the service. If names are different inside your network, run this command outside of it.`,
    }
  );
}

function httpsFault({ name, mode: ofGroup, notificationUrl }: Facts['groups'][number]): Finding | false {
  // For the other modes, the check of notification addresses finds such faults.
  const faults = ofGroup === 'sandbox' ? checkNotificationUrl(notificationUrl, 'live') : [];
  return (
    faults.length > 0 && {
      id: 'ADDRESS_NOT_LIVE',
      group: name,
      what: `notificationUrl ${notificationUrl} ${faults.map(({ message }) => message).join(', and ')}.`,
      why: 'The service refuses such an address in live mode.',
      fix: `Give ${name} an https address with a public host and no port, and register it with the service.`,
    }
  );
}

const address = whenStarted(({ hosts }, { groups }) => {
  const found = [...groups.map(httpsFault), ...hosts.map(addressFault)];
  const unknown = hosts.filter(({ addresses }) => addresses === null).map(({ host }) => host);
  if (unknown.length > 0 && found.every((each) => each === false))
    return { skipped: `no name server answered about ${unknown.join(', ')}; try again from a machine with a network` };
  return findings(...found);
});

const process = whenStarted(({ processes }) =>
  processes === null
    ? { skipped: 'the tables cannot be read: tillbridge migrate up' }
    : findings(
        processes.all === 0 && {
          id: 'NO_PROCESS',
          what: 'No process of the shop has been seen in this database in the last minutes.',
          why: 'This command then looks at another database than the shop, or no one takes notifications and sends refunds.',
          fix: 'Start the shop, and call this command with the environment of the shop (DATABASE_URL, for example).',
        },
        processes.all > 0 &&
          processes.working === 0 && {
            id: 'NO_WORKERS',
            what: `No process of the shop does background work: the workers of all ${processes.all} that run on this database are off.`,
            why: 'Notifications are acknowledged and stay where they are: orders that are paid look unpaid, no handler runs, no refund is sent.',
            fix: "Start one more process with workers: 'inline', the default, or set it in one of these: docs/runbook.md#notifications-late.",
          },
      ),
);

const handlers = whenStarted(({ handled }) =>
  findings(
    !handled.includes('completed') && {
      id: 'NO_HANDLER',
      what: "No method is marked with @OnPayment('completed').",
      why: 'An order that is paid changes nothing in the shop: no stock, no mail, no delivery.',
      fix: "Mark what follows a payment with @OnPayment('completed'), in a provider of the application: docs/guide/effects.md.",
    },
  ),
);

const amountOf = (problem: HealthProblem, value: number): string => (isTime(problem) ? spanText(value) : String(value));

const backlog = whenStarted(({ health }) =>
  health === null
    ? { skipped: 'the figures cannot be read: is the database there, and did tillbridge migrate up run?' }
    : findings(
        ...health.map(({ problem, value, limit, advice, runbook }) => ({
          id: problem.toUpperCase(),
          what: `${problemText({ runbook })}: ${amountOf(problem, value)}, and at most ${amountOf(problem, limit)} is well.`,
          why: `It would be in the way of the first customers: ${runbook}.`,
          fix: advice,
        })),
      ),
);

/** The additional checks of `--live`. */
export const liveChecks: readonly Check[] = [
  { name: 'live-mode', title: 'Every terminal group takes real money', decide: mode },
  { name: 'live-address', title: 'Notification addresses are public and https', decide: address },
  { name: 'live-process', title: 'The shop runs on this database', decide: process },
  { name: 'live-handlers', title: 'Something happens when an order is paid', decide: handlers },
  { name: 'live-backlog', title: 'Nothing is late, has failed or needs attention', decide: backlog },
];
