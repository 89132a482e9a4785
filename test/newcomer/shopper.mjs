/** What the newcomer does in the browser: opens the payment page, presses Pay, and lands on the shop's return page. */

const attribute = (tag, name) => new RegExp(`\\b${name}="([^"]*)"`).exec(tag)?.[1]?.replaceAll('&amp;', '&');

/** The fields that a browser would send when the button with this value is pressed. */
function fieldsOf(html, outcome) {
  const ticked = [...html.matchAll(/<input[^>]*>/g)]
    .map(([tag]) => tag)
    .filter((tag) => attribute(tag, 'type') === 'hidden' || /\bchecked\b/.test(tag));
  const button = [...html.matchAll(/<button[^>]*>/g)]
    .map(([tag]) => tag)
    .find((tag) => attribute(tag, 'value') === outcome);
  if (!button) throw new Error(`The payment page has no button for "${outcome}".`);
  return new URLSearchParams([...ticked, button].map((tag) => [attribute(tag, 'name'), attribute(tag, 'value')]));
}

/** Opens a payment page and pays. @returns where the browser is sent then */
export async function pay(url) {
  const page = await fetch(url);
  const html = await page.text();
  if (!page.ok) throw new Error(`The payment page answered ${page.status}.`);
  const answer = await fetch(url, { method: 'POST', body: fieldsOf(html, 'paid'), redirect: 'manual' });
  const location = answer.headers.get('location');
  if (location === null) throw new Error(`Paying answered ${answer.status} and led nowhere.`);
  return new URL(location, url).href;
}
