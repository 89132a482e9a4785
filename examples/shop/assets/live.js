/**
 * Keeps the order page up to date: listens to the server's events and replaces the parts that changed. Without this
 * script the page is also complete, but must be reloaded by hand.
 */
const root = document.querySelector('[data-live]');
const pill = document.querySelector('[data-live-pill]');

/** Replaces only what has changed, so that focus, selection and screen readers keep the rest. */
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
  // The stream has ended: without this, the browser would reconnect again and again.
  events.addEventListener('end', () => {
    events.close();
    pill.hidden = true;
  });
}
