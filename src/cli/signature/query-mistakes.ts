import { proved, shown, type SignatureFinding, type Sign } from './finding.types.js';
import { readJsonText } from './json-text.js';

/** The content of the query, and the signed content. */
interface Claim {
  readonly query: URLSearchParams;
  /** The order in the query; null if there is none. */
  readonly claimed: string | null;
  /** The order in the body; null if there is none. */
  readonly signed: string | null;
}

const SIGNS: readonly Sign<Claim>[] = [
  {
    code: 'query-without-timestamp',
    what: 'The address has no timestamp in its query: such a request is to be ignored (spec §4.4).',
    fix: 'Find out what removed it: the service always sends it.',
    shows: ({ query }) => !query.has('timestamp'),
  },
  {
    code: 'query-without-order',
    what: 'The address has no transactionid in its query.',
    fix: 'Find out what removed it: the service always sends it.',
    shows: ({ claimed }) => claimed === null,
  },
  {
    code: 'query-other-order',
    what: 'transactionid in the query names another order than the signed body.',
    fix: 'Believe the body alone: the query is not signed, anyone can change it.',
    shows: ({ claimed, signed }) => claimed !== null && signed !== null && claimed !== signed,
  },
];

/** Findings about the query of a notification: it is not signed, and must match the signed body (spec §2.1, §4.4). */
export function queryFindings({
  address,
  body,
}: {
  readonly address: string | null;
  readonly body: Buffer;
}): readonly SignatureFinding[] {
  if (address === null) return [];
  const query = new URLSearchParams(address.slice(address.indexOf('?') + 1));
  const claimed = query.get('transactionid') ?? query.get('transaction_id');
  return shown(SIGNS, { query, claimed, signed: orderIdIn(body.toString('utf8')) }).map(proved);
}

function orderIdIn(json: string): string | null {
  const node = readJsonText(json);
  const member = node?.kind === 'object' ? node.members.findLast(([name]) => name === 'order_id')?.[1] : undefined;
  if (member?.kind === 'text') return member.value;
  return member?.kind === 'word' ? member.text : null;
}
