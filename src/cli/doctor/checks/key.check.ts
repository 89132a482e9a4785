import { isLocalErrorCode, LOCAL_ERRORS } from '../../../protocol/index.js';
import { keylessLines } from '../../shop/keyless-lines.js';
import type { Check, Facts, GroupFacts, KeyFacts } from '../facts.types.js';
import { findings, type Finding } from '../finding.types.js';

const ROLES: Readonly<Record<KeyFacts['role'], string>> = {
  current: 'Every call of this group fails: no order, no refund, no read.',
  spare: 'It makes no calls now; if nothing is signed with it any more, it can go.',
  waiting: 'Every call of this group fails as soon as it is valid.',
  ended: 'It makes no calls any more.',
};

function refused({ group, mode, host, key, role }: KeyFacts): Finding {
  const other = mode === 'live' ? 'test' : 'live';
  return {
    id: 'KEY_REFUSED',
    group,
    what: `${host} does not know key ${key} of terminal group ${group} (mode ${mode}): 1032, invalid API key.`,
    why: ROLES[role],
    fix: `Copy the key of this site from the ${mode} environment's dashboard into apiKeys of ${group}. Is it one of the ${other} environment? Then the mode, or the key, is the wrong one.`,
  };
}

/** A code of this package comes with its cause: a code alone could be read as an answer of the service. */
const whatCame = (code: string): string =>
  isLocalErrorCode(code) ? `${code}. ${LOCAL_ERRORS[code].cause}` : `${code}.`;

const limited = ({ group, host, key }: KeyFacts): Finding => ({
  id: 'SERVICE_LIMITS',
  group,
  what: `${host} answered 429 when key ${key} of terminal group ${group} was tried: too many calls.`,
  why: 'The service limits this account: while every call is answered so, the shop can neither take payments nor refund them.',
  fix: `Find what else calls with the keys of this account. Lower calls.callsPerSecond of ${group}, or ask the service for more calls.`,
});

const isLimited = ({ verdict }: KeyFacts): boolean => verdict.kind === 'unclear' && verdict.code === 'SERVICE_BUSY';

const unclear = ({ group, host, key, verdict }: KeyFacts): Finding => ({
  id: 'SERVICE_UNREACHABLE',
  group,
  what: `Key ${key} of terminal group ${group} could not be tried at ${host}: ${verdict.kind === 'unclear' ? whatCame(verdict.code) : ''}`,
  why: 'A shop that cannot reach the service can neither take payments nor refund them.',
  fix: `See that this machine reaches ${host} (firewall, proxy, DNS, certificates), and that baseUrl of ${group} is right; in development, that the sandbox runs: npx tillbridge sandbox.`,
});

/** Its keys may be well known to the service: they are not used at this time. */
function keyless({ name, keyGap }: GroupFacts): Finding | undefined {
  if (keyGap === null) return undefined;
  return {
    id: 'KEY_EXPIRED',
    group: name,
    what: keylessLines([{ group: name, ...keyGap }]).join(''),
    why: 'No order of it can be paid or read. Its refunds and polls wait, and go on once a key is valid.',
    fix: `Put a key that is valid now into apiKeys of ${name}, or correct from and until.`,
  };
}

const decide = ({ keys, groups }: Facts) =>
  keys === null
    ? { skipped: 'the application cannot be opened' }
    : findings(
        ...groups.map(keyless),
        ...keys.filter(({ verdict }) => verdict.kind === 'refused').map(refused),
        ...keys
          .filter(({ verdict }) => verdict.kind === 'unclear')
          .map((each) => (isLimited(each) ? limited(each) : unclear(each))),
      );

/** The keys of each group are known at its address. */
export const keyCheck: Check = { name: 'keys', title: 'The keys are known to the service of their mode', decide };
