/**
 * Keeps the order page up to date: listens to the server's events and replaces the parts that changed.
 * Without this script the page is complete as well; it then has to be refreshed by hand.
 */
const root = document.querySelector('[data-live]');
const pill = document.querySelector('[data-live-pill]');

/** Replaces only what differs, so that focus, selection and screen readers are left alone by what did not change. */
function show(html) {
  const fresh = new DOMParser().parseFromString(html, 'text/html');
  for (const part of fresh.querySelectorAll('[data-part]')) {
    const current = root.querySelector(`[data-part="${part.dataset.part}"]`);
    if (current && current.innerHTML !== part.innerHTML) current.replaceChildren(...part.childNodes);
    if (part.dataset.title) document.title = part.dataset.title;
  }
}

if (root) {
  const events = new EventSource(root.dataset.live);
  events.addEventListener('open', () => (pill.hidden = false));
  events.addEventListener('error', () => (pill.hidden = true));
  events.addEventListener('order', (event) => show(event.data));
  // Nothing more will come: without this the browser would connect again for ever.
  events.addEventListener('end', () => {
    events.close();
    pill.hidden = true;
  });
}
