import { fact } from './narrator.js';

/** How a visit to the payment page ends, as its buttons say it. */
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

/** What the browser would send if the button that stands for the outcome were pressed. */
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

/** The link by which a payment page that sends no one on leads back to the shop. */
function linkBack(html: string, shopUrl: string): string | undefined {
  const links = [...html.matchAll(/<a\b[^>]*>/g)].map(([tag]) => attribute(tag, 'href') ?? '');
  return links.find((href) => href.startsWith(shopUrl));
}

/**
 * Does what a shopper does on the payment page: opens it, presses the button, and goes back to the shop, either sent
 * there or by the link that the page shows.
 *
 * @returns the address in the shop
 * @throws NotAsTold when the page is not there, has no such button, or leads nowhere
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
