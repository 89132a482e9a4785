import { durationText } from '../../pages/time-text.js';
import type { PageContext } from '../../pages/page-context.js';
import { PATHS } from './merchant.layout.js';
import type { DeliveryEntry } from './order-histories.js';
import { ActionForm, When } from '../../pages/parts.js';
import { VerdictTag } from './verdict-tag.js';

/** The address of the form that sends a delivery again. */
export function resendPath(id: string): string {
  return `${PATHS.notifications}/${id}/resend`;
}

const TRIGGERS = { first: 'first sending', resend: 'resend by the plan', manual: 'resend by hand' } as const;

/** The reason of a delivery, as text. */
export function triggerText(trigger: keyof typeof TRIGGERS): string {
  return TRIGGERS[trigger];
}

const LEVELS = { order: "the order's own address", site: "the site's address" } as const;

/** Which of the two addresses it was sent to, as text (spec §1.4). */
export function levelText(level: keyof typeof LEVELS): string {
  return LEVELS[level];
}

/** A mark for an injected fault. */
export function FaultTag({ fault }: { fault: string | null }) {
  return fault === null ? null : <span class="tag note">fault: {fault}</span>;
}

/** One delivery: a line that opens to show request and reply. */
export function DeliveryAttempt({
  entry: { id, delivery, cause },
  context,
}: {
  entry: DeliveryEntry;
  context: PageContext;
}) {
  return (
    <li>
      <details>
        <summary>
          <span>
            <VerdictTag verdict={delivery.verdict} status={delivery.status} />
          </span>
          <span class="what">
            <b>{cause ?? 'notification'}</b>
            <FaultTag fault={delivery.fault} />
            <span class="under">
              {triggerText(delivery.trigger)}, {levelText(delivery.level)}, took {durationText(delivery.durationMs)}
            </span>
          </span>
          <span class="when">
            <When at={delivery.at} context={context} />
          </span>
        </summary>
        <div class="exchange">
          <Request entry={delivery} />
          <Response entry={delivery} />
          <ActionForm action={resendPath(id)} context={context}>
            <button class="button slim" type="submit">
              Send again
            </button>
          </ActionForm>
        </div>
      </details>
    </li>
  );
}

function Request({ entry }: { entry: DeliveryEntry['delivery'] }) {
  return (
    <div>
      <h4>Request</h4>
      <pre>
        {[`${entry.method} ${entry.url}`, ...headerLines(entry.headers)].join('\n')}
        {entry.body !== null && `\n\n${entry.body}`}
      </pre>
    </div>
  );
}

const NO_REPLY = {
  acknowledged: '',
  refused: '',
  timeout: 'No reply came in time.',
  unreachable: 'There was no connection, or it broke.',
  oversized: 'The reply was too long to be read.',
  blocked: 'Nothing was sent: the address is neither on this machine nor allowed.',
} as const;

function Response({ entry }: { entry: DeliveryEntry['delivery'] }) {
  const silent = entry.status === null;
  return (
    <div>
      <h4>Response{!silent && `, after ${durationText(entry.durationMs)}`}</h4>
      {silent ? (
        <p>{NO_REPLY[entry.verdict]}</p>
      ) : (
        <pre>
          {[`HTTP ${entry.status}`, ...headerLines(entry.responseHeaders ?? {})].join('\n')}
          {`\n\n${entry.response === '' ? '(empty)' : entry.response}`}
        </pre>
      )}
    </div>
  );
}

function headerLines(headers: Readonly<Record<string, string>>): string[] {
  return Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
}
