/**
 * The script that keeps a page up to date; every page contains it. If the page names an event stream, the script loads
 * the page again on each event and replaces the old parts (`data-part`) with the new ones. It skips a part in which the
 * user is typing, or whose form was refused. Without the script the page stays as it was loaded, and all of it works.
 * The texts of the sign `live` are in its attributes.
 */
export const LIVE_SCRIPT = `
const main = document.getElementById('main');
const sign = document.getElementById('live');
const here = new URL(location.href);
if (here.searchParams.has('flash')) {
  here.searchParams.delete('flash');
  history.replaceState(null, '', here);
}
if (main.dataset.live && 'EventSource' in window) follow(main.dataset.live);

function follow(address) {
  let wanted = false;
  let reading = false;
  let wasOpen = false;
  let source;
  const say = (state) => { sign.textContent = sign.dataset[state]; };
  const listen = () => {
    source = new EventSource(address);
    source.addEventListener('open', () => {
      say('open');
      // No one reported what happened while there was no connection.
      if (wasOpen) refresh();
      wasOpen = true;
    });
    source.addEventListener('change', refresh);
    source.addEventListener('error', () => say(source.readyState === EventSource.CLOSED ? 'ended' : 'connecting'));
  };
  async function refresh() {
    wanted = true;
    if (reading || document.hidden) return;
    reading = true;
    wanted = false;
    try {
      const answer = await fetch(withoutReads(here), { headers: { accept: 'text/html' }, cache: 'no-store' });
      if (answer.redirected || !answer.ok) return stop();
      replaceParts(new DOMParser().parseFromString(await answer.text(), 'text/html'));
    } catch {
      say('connecting');
    } finally {
      reading = false;
    }
    if (wanted) refresh();
  }
  function stop() {
    source.close();
    say('ended');
  }
  document.addEventListener('visibilitychange', () => { if (wanted) refresh(); });
  window.addEventListener('pagehide', () => source.close());
  window.addEventListener('pageshow', (event) => { if (event.persisted) listen(); });
  listen();
}

// What was asked of the service for this page is not asked again with each change.
function withoutReads(address) {
  const plain = new URL(address);
  for (const name of ['articles', 'read']) plain.searchParams.delete(name);
  return plain;
}

function replaceParts(next) {
  for (const part of document.querySelectorAll('[data-part]')) {
    const other = [...next.querySelectorAll('[data-part]')].find((each) => each.dataset.part === part.dataset.part);
    if (other === undefined || isBusy(part)) continue;
    keepFolds(part, other);
    if (other.outerHTML === part.outerHTML) continue;
    const focused = placesIn(part).indexOf(document.activeElement);
    const fresh = document.importNode(other, true);
    part.replaceWith(fresh);
    if (focused >= 0) placesIn(fresh)[focused]?.focus({ preventScroll: true });
  }
}

function placesIn(part) {
  return [...part.querySelectorAll('a[href], button, summary')];
}

function isBusy(part) {
  const fields = [...part.querySelectorAll('input, select, textarea')];
  return part.querySelector('form[data-refused]') !== null || fields.some(
    (field) =>
      field === document.activeElement ||
      (field.defaultValue !== undefined && field.value !== field.defaultValue) ||
      (field.defaultChecked !== undefined && field.checked !== field.defaultChecked),
  );
}

function keepFolds(part, other) {
  const folds = [...other.querySelectorAll('details')];
  [...part.querySelectorAll('details')].forEach((fold, index) => {
    if (folds[index]) folds[index].open = fold.open;
  });
}
`;
