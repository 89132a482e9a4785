import type * as protocol from '../src/protocol/index.js';

/** The text of docs/errors.md, in Markdown, as the formatter leaves it. */
export function renderErrorsPage(tables: typeof protocol): string;
