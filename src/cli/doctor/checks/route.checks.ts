import { ACKNOWLEDGEMENT, REFUSAL_BODIES } from '../../../protocol/index.js';
import { printable } from '../../output/index.js';
import type { Check, Facts, RouteFacts } from '../facts.types.js';
import { findings, WELL, type Finding, type CheckResult } from '../finding.types.js';

const SHOWN = 80;
const shown = (text: string): string => printable(text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text);

const lostRaw = ({ answer }: RouteFacts): boolean => answer?.body === REFUSAL_BODIES.notReady;

const isOk = ({ answer }: RouteFacts): boolean =>
  answer !== null &&
  answer.status === ACKNOWLEDGEMENT.status &&
  answer.contentType === ACKNOWLEDGEMENT.contentType &&
  answer.body === ACKNOWLEDGEMENT.body;

const rawBody = ({ group, at }: RouteFacts): Finding => ({
  id: 'RAW_BODY_MISSING',
  group,
  what: `The exact bytes of requests to ${at} are lost before the module sees them.`,
  why: 'No signature can be verified without them: every notification would be refused, and the application does not start.',
  fix: 'NestFactory.create(AppModule, { rawBody: true }), in main and in tillbridge.config; a body parser of your own must keep the bytes as request.rawBody.',
});

function decideRawBody(facts: Facts): CheckResult {
  const seen = [...(facts.routes ?? []), ...(facts.outside ?? [])];
  const found = seen.filter(lostRaw).map(rawBody);
  if (found.length > 0) return { findings: found };
  if (facts.outside !== null) return WELL;
  if (facts.routes === null) return { skipped: 'the application does not start' };
  if (facts.hasCreate) return WELL;
  return {
    skipped:
      'tillbridge.config has no `create`, so this tool cannot tell how main makes the application; add it, or name a running shop: --url',
  };
}

/** The three reasons why a route is missing, recognised by the answer. */
const REASONS: readonly { readonly is: (facts: RouteFacts) => boolean; readonly fix: string }[] = [
  {
    is: ({ answer }) => answer === null,
    fix: 'Look for what keeps requests from being answered: a proxy or firewall, a middleware that never calls next(); from outside, whether the shop runs at that address.',
  },
  {
    is: ({ answer }) => answer!.status === 404,
    fix: 'Does create in tillbridge.config set the global prefix that main sets? From outside: is the path of notificationUrl the one that the application names in its log at the start, and does the proxy pass it on?',
  },
  {
    is: ({ answer }) => answer!.status >= 300 && answer!.status < 400,
    fix: 'Notifications do not follow redirects. Register the address that it leads to, or take this path out of the redirect.',
  },
  {
    is: ({ answer }) => answer!.status === 200 || answer!.status === 201,
    fix: 'Something rewrites the answer (a proxy, a middleware that wraps or compresses it). Take this route out of it: the body must be the two letters OK, text/plain.',
  },
];

const OTHERWISE =
  'A guard, throttler or middleware stands in the way. Let the route through: TillbridgeModule.forRoot({ notificationDecorators: [Public(), SkipThrottle()] }), and take its path out of middleware that wants a login. From outside: does the proxy, or allowedSources, let this machine in, and is the key the same?';

function notOk(facts: RouteFacts): Finding {
  const { group, at, answer, error } = facts;
  const given =
    answer === null
      ? `no answer (${error})`
      : `${answer.status} "${shown(answer.body)}" (${answer.contentType || 'no type'})`;
  return {
    id: 'ANSWER_NOT_OK',
    group,
    what: `A well-signed test notification to ${at} was answered with ${given} instead of 200 "OK" (text/plain).`,
    why: 'The service takes every notification as failed, sends it three times more and gives up; payments become known by polling, minutes later.',
    fix: REASONS.find(({ is }) => is(facts))?.fix ?? OTHERWISE,
  };
}

const decideRoutes = (routes: readonly RouteFacts[] | null, skipped: string): CheckResult =>
  routes === null ? { skipped } : findings(...routes.map((each) => !isOk(each) && !lostRaw(each) && notOk(each)));

/** Raw bodies reach the module, in this process and from outside. */
export const rawBodyCheck: Check = { name: 'raw-body', title: 'The raw body is kept', decide: decideRawBody };

/** The whole application answers a test notification with `OK`. */
export const answerCheck: Check = {
  name: 'answer',
  title: 'A notification is answered 200 "OK"',
  decide: ({ routes }) => decideRoutes(routes, 'the application does not start'),
};

/** The same check from outside, through all proxies in front of the shop. */
export const outsideCheck: Check = {
  name: 'outside',
  title: 'A notification from outside is answered 200 "OK"',
  decide: ({ outside }) => decideRoutes(outside, 'no address was given (--url, or url in tillbridge.config)'),
};
