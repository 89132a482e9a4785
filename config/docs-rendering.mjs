/** How pages are shown that GitHub shows in its own way: diagrams without a script in the browser, tables on a phone. */

const STATE_NAMES = new Map([['[*]', 'begin']]);

/** The rows of a state diagram: from, to, when. */
export function transitionsOf(text) {
  return [...text.matchAll(/^\s*(\S+) --> (\S+?)(?::\s*(.+))?$/gm)].map(([, from, to, when = '']) => ({
    from,
    to,
    when,
  }));
}

/** Gives the cells of tables with three columns or more the title of their column, which a phone shows in front of each. */
export function labelCells({ tokens }) {
  let titles = [];
  let column = 0;
  for (const [index, token] of tokens.entries()) {
    if (token.type === 'table_open') titles = [];
    if (token.type === 'tr_open') column = 0;
    if (token.type === 'th_open') titles.push(tokens[index + 1].content);
    if (token.type === 'td_open') {
      if (titles.length > 2) token.attrSet('data-title', titles[column] ?? '');
      column += 1;
    }
  }
}

/** Renders `mermaid` fences, a state diagram as a table, and labels the cells of tables. */
export function rendering(markdown) {
  markdown.core.ruler.push('label-cells', labelCells);
  renderDiagrams(markdown);
}

function renderDiagrams(markdown) {
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
