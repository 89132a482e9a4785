/** Shows diagrams that are written as text without a script in the browser: a state diagram becomes a table. */

const STATE_NAMES = new Map([['[*]', 'begin']]);

/** The rows of a state diagram: from, to, when. */
export function transitionsOf(text) {
  return [...text.matchAll(/^\s*(\S+) --> (\S+?)(?::\s*(.+))?$/gm)].map(([, from, to, when = '']) => ({
    from,
    to,
    when,
  }));
}

/** Renders `mermaid` fences; every other fence goes its usual way. */
export function diagrams(markdown) {
  const usual = markdown.renderer.rules.fence;
  const escape = markdown.utils.escapeHtml;
  const cell = (name) => `<code>${escape(STATE_NAMES.get(name) ?? name)}</code>`;
  markdown.renderer.rules.fence = (...given) => {
    const [tokens, index] = given;
    const { info, content } = tokens[index];
    if (info.trim() !== 'mermaid') return usual(...given);
    const rows = transitionsOf(content).map(
      ({ from, to, when }) => `<tr><td>${cell(from)}</td><td>${cell(to)}</td><td>${escape(when)}</td></tr>`,
    );
    return `<table><thead><tr><th>From</th><th>To</th><th>When</th></tr></thead><tbody>${rows.join('')}</tbody></table>`;
  };
}
