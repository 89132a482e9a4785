/**
 * The script that keeps what was typed into a form that gets no answer of the dashboard, as when the login has ended
 * overnight: it waits in this tab, and is filled in when the page with the form is loaded again. Nothing is sent by itself.
 * The hidden fields are kept, too: a refund whose answer was lost has the same key, and is the same refund. The text of the
 * message is an attribute of the sign `live`.
 */
export const KEPT_FORM_SCRIPT = `
{
  const KEPT = 'tillbridge-form';
  const MOST_LETTERS = 20_000;
  const OF_THE_PAGE = ['token', 'back'];
  const who = document.querySelector('.who')?.textContent;
  document.addEventListener('submit', ({ target }) => {
    if (target.method !== 'post') return;
    const fields = [...new FormData(target)].filter(
      ([name, value]) => typeof value === 'string' && !OF_THE_PAGE.includes(name),
    );
    const text = JSON.stringify({ who, action: target.getAttribute('action'), fields });
    ask(() => {
      sessionStorage.removeItem(KEPT);
      if (text.length <= MOST_LETTERS) sessionStorage.setItem(KEPT, text);
    });
  });
  ask(() => {
    const kept = JSON.parse(sessionStorage.getItem(KEPT));
    if (kept === null) return;
    // The dashboard has answered, or another person is here now.
    if (new URL(location.href).searchParams.has('flash') || kept.who !== who) return sessionStorage.removeItem(KEPT);
    const form = [...document.forms].find((each) => each.getAttribute('action') === kept.action);
    const typed = form?.querySelector('input:not([type=hidden], [type=file]), textarea');
    if (typed) fill(form, kept.fields);
  });
  // A browser may refuse the storage, or have no room.
  function ask(work) {
    try { work(); } catch {}
  }
  function fill(form, fields) {
    for (const field of form.elements) {
      if (field.name === '' || field.type === 'file' || OF_THE_PAGE.includes(field.name)) continue;
      const values = fields.flatMap(([name, value]) => (name === field.name ? [value] : []));
      if (['checkbox', 'radio'].includes(field.type)) field.checked = values.includes(field.value);
      else if (values.length > 0) field.value = values[0];
    }
    const note = document.createElement('p');
    note.className = 'notice bad';
    note.dataset.keptForm = '';
    note.setAttribute('role', 'alert');
    note.textContent = document.getElementById('live').dataset.kept;
    form.prepend(note);
    const fold = form.closest('details');
    if (fold) fold.open = true;
    note.scrollIntoView({ block: 'center' });
  }
}
`;
