/**
 * Keeps an open page up to date: asks for its changing parts every two seconds while it is seen, and replaces what differs.
 * Without this script the page is complete as well; it then has to be refreshed by hand.
 */
const GAP_MS = 2_000;
const root = document.querySelector('[data-live]');

/** Replaces only what differs, so that focus, selection and screen readers are left alone by what did not change. */
function show(html) {
  const fresh = new DOMParser().parseFromString(html, 'text/html');
  for (const part of fresh.querySelectorAll('[data-part]')) {
    const current = root.querySelector(`[data-part="${part.dataset.part}"]`);
    // A form that someone is filling in is not taken from under their hands.
    if (!current || current.innerHTML === part.innerHTML || current.querySelector('input:focus')) continue;
    current.replaceChildren(...part.childNodes);
  }
}

async function update() {
  if (document.visibilityState === 'visible') {
    const response = await fetch(root.dataset.live).catch(() => undefined);
    if (response?.ok) show(await response.text());
  }
  setTimeout(update, GAP_MS);
}

if (root) setTimeout(update, GAP_MS);
