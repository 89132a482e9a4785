/** A form that was refused, so that the user need not type it again. */
export interface RefusedForm {
  /** Path and query of the request, unchanged. */
  readonly address: string;
  /** The typed values, by field name. */
  readonly fields: Readonly<Record<string, string>>;
}

/** The message for the sender of a form on the next page. */
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

/** What every page needs besides its own content. */
export interface PageContext {
  /** The part before the path of every page; empty or `/…` without a slash at its end. */
  readonly base: string;
  /** Epoch milliseconds, by the clock of the dashboard or of the sandbox. */
  readonly now: number;
  readonly timeZone: string;
  /** Part of every form that changes something. */
  readonly formToken: string;
  /** The address of this page, path and query, for forms that lead back to it. */
  readonly here: string;
  readonly flash: Flash | null;
  /** The user who reads the page, if there are users. */
  readonly user?: string;
  /** Links to other places for the user. */
  readonly links?: readonly PageLink[] | undefined;
  /** Address of the event stream that makes the page load again; absent on pages that are not updated. */
  readonly live?: string;
}

const HREF = /^(?:https?:\/\/|\/(?!\/))\S*$/;

/** Whether a host's option can be used as links of a page: texts and URLs, and nothing that would run as a script. */
export const areLinks = (links: unknown): links is readonly PageLink[] =>
  Array.isArray(links) &&
  links.every((link: Partial<PageLink> | null) => typeof link?.text === 'string' && HREF.test(String(link.href)));
