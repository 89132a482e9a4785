import { fact } from './narrator.js';

/** How a visit to the payment page ends, by its buttons. */
export type Outcome = 'paid' | 'declined' | 'cancelled' | 'unfinished';

interface Form {
  action: string;
  fields: URLSearchParams;
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&quot;': '"',
  '&#39;': "'",
  '&lt;': '<',
  '&gt;': '>',
};

function attribute(tag: string, name: string): string | undefined {
  const value = new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1];
  return value?.replace(/&(amp|quot|#39|lt|gt);/g, (entity) => ENTITIES[entity] ?? entity);
}

function addField(fields: URLSearchParams, tag: string): void {
  const name = attribute(tag, 'name');
  if (name !== undefined) fields.append(name, attribute(tag, 'value') ?? '');
}

const CHOSEN = /<input\b[^>]*(?:type="hidden"|\schecked\b)[^>]*>/g;

/** The form that the browser would send for the button of an outcome. */
function formFor(html: string, outcome: Outcome): Form | null {
  for (const [form] of html.matchAll(/<form\b[\s\S]*?<\/form>/g)) {
    const button = [...form.matchAll(/<button\b[^>]*>/g)].find(([tag]) => attribute(tag, 'value') === outcome)?.[0];
    if (!button) continue;
    const fields = new URLSearchParams();
    for (const tag of [...(form.match(CHOSEN) ?? []), button]) addField(fields, tag);
    return { action: attribute(form.slice(0, form.indexOf('>') + 1), 'action') ?? '', fields };
  }
  return null;
}

/** The link back to the shop on a payment page without a redirect. */
function linkBack(html: string, shopUrl: string): string | undefined {
  const links = [...html.matchAll(/<a\b[^>]*>/g)].map(([tag]) => attribute(tag, 'href') ?? '');
  return links.find((href) => href.startsWith(shopUrl));
}

/**
 * Acts as the customer on the payment page: opens it, presses the button, and returns to the shop, by a redirect or by
 * the link on the page.
 *
 * @returns the address in the shop
 * @throws NotAsExpected if the page does not exist, has no such button, or leads nowhere
 */
export async function finishPayment(paymentUrl: string, outcome: Outcome, shopUrl: string): Promise<string> {
  const page = await fetch(paymentUrl);
  fact(page.ok, `the payment page answered ${page.status}`);
  const form = formFor(await page.text(), outcome);
  fact(form !== null, `the payment page has no button for "${outcome}"`);
  const target = new URL(form.action, paymentUrl);
  const answer = await fetch(target, { method: 'POST', body: form.fields, redirect: 'manual' });
  fact(answer.status === 303, `the payment page answered ${answer.status} to "${outcome}"`);
  const next = new URL(answer.headers.get('location') ?? '', target).href;
  if (next.startsWith(shopUrl)) return next;
  const back = linkBack(await (await fetch(next)).text(), shopUrl);
  fact(back !== undefined, 'the payment page does not lead back to the shop');
  return back;
}
