/** A form that was refused, so that nothing has to be typed twice. */
export interface RefusedForm {
  /** Path and query that it was sent to, as they came. */
  readonly address: string;
  /** What was typed, by the names of the fields. */
  readonly fields: Readonly<Record<string, string>>;
}

/** What the sender of a form is told on the next page. */
export interface Flash {
  readonly tone: 'good' | 'bad';
  readonly text: string;
  readonly refused?: RefusedForm;
}

/** A link to another site, shown at the end of every page. */
export interface PageLink {
  readonly text: string;
  /** An http or https address, or a path of the host. */
  readonly href: string;
}

/** What every page needs to know besides its own content. */
export interface PageContext {
  /** What stands before the path of every page; empty or `/…` without a slash at its end. */
  readonly base: string;
  /** Epoch milliseconds, by the clock of the dashboard or of the sandbox. */
  readonly now: number;
  readonly timeZone: string;
  /** Goes into every form that changes something. */
  readonly formToken: string;
  /** The address of this page, path and query, for forms that lead back to it. */
  readonly here: string;
  readonly flash: Flash | null;
  /** Who reads the page, where there are users to tell apart. */
  readonly user?: string;
  /** Where the reader may want to go besides. */
  readonly links?: readonly PageLink[] | undefined;
  /** Address of the event stream that makes the page load again; absent for pages that stay as they are. */
  readonly live?: string;
}

const HREF = /^(?:https?:\/\/|\/(?!\/))\S*$/;

/** Whether a host's option can be used as links of a page: texts and addresses, and nothing that would run as a script. */
export const areLinks = (links: unknown): links is readonly PageLink[] =>
  Array.isArray(links) &&
  links.every((link: Partial<PageLink> | null) => typeof link?.text === 'string' && HREF.test(String(link.href)));
