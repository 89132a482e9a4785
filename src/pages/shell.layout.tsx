import type { ComponentChildren } from 'preact';
import type { PageContext } from './page-context.js';
import { PAGES_LABELS } from './pages.labels.js';
import { CrossIcon, TickIcon } from './icons.js';
import { SHELL_STYLE } from './shell.style.js';
import { pageRenderer, type RenderedPage } from './page.frame.js';
import { dateText } from './time-text.js';
import { instantText } from '../support/index.js';

/** The texts of all pages of a shell. */
export interface ShellTexts {
  /** Next to the name of the package, such as `sandbox`. */
  readonly name: string;
  /** The sections, in order; paths below the page's `base`. */
  readonly sections: readonly { readonly href: string; readonly text: string }[];
  readonly footer: string;
  /** The title of the clock in the header. */
  readonly clockTitle: string;
  /**
   * The texts of the script of these pages: about the event stream next to the clock, and about a form that is filled in
   * again; absent on pages that are not updated.
   */
  readonly live?: Readonly<Record<'open' | 'connecting' | 'ended' | 'kept', string>>;
}

/** The common parts of the dashboard's pages, or of the sandbox's. */
export interface Shell<C extends PageContext> {
  /** Path of the first page, below the page's `base`. */
  readonly home: string;
  readonly texts: (context: C) => ShellTexts;
  /** Path of the page for the choice of a time zone, below the page's `base`; absent if there is none. */
  readonly zone?: string;
  /** Style in addition to that of every shell. */
  readonly style?: string;
  /** A script module in every page, for example to keep it up to date. */
  readonly script?: string;
}

/** One page in the shell. */
export interface ShellPage<C extends PageContext> {
  readonly title: string;
  /** Path of its section. */
  readonly section: string;
  /** The pages above it, from the top; the page itself is added by its title. */
  readonly above?: readonly { readonly href: string; readonly text: string }[];
  readonly context: C;
  readonly children: ComponentChildren;
}

/** Makes the renderer of pages with this shell. */
export function shellRenderer<C extends PageContext>(shell: Shell<C>): (page: ShellPage<C>) => RenderedPage {
  const { style = '', script } = shell;
  const render = pageRenderer({
    style: SHELL_STYLE + style,
    formAction: "'self'",
    // Without a policy, browsers send a form's origin as null, and a host that checks origins refuses it.
    referrer: 'same-origin',
    ...(script && { script }),
  });
  return (page) => {
    const texts = shell.texts(page.context);
    const children = (
      <>
        <a class="skip" href="#main">
          {PAGES_LABELS.skip}
        </a>
        <Header home={shell.home} texts={texts} section={page.section} context={page.context} />
        <main id="main" data-live={page.context.live}>
          <Breadcrumbs title={page.title} above={page.above} />
          <FlashMessage flash={page.context.flash} />
          {page.children}
        </main>
        <footer>
          {texts.footer}
          {page.context.links?.map(({ text, href }) => (
            <span key={href}>
              {' · '}
              <a href={href}>{text}</a>
            </span>
          ))}
          {shell.zone !== undefined && (
            <>
              {' · '}
              <a href={page.context.base + shell.zone}>{PAGES_LABELS.zone(page.context.timeZone)}</a>
            </>
          )}
        </footer>
      </>
    );
    return render({ title: `${page.title} · Tillbridge ${texts.name}`, children });
  };
}

interface HeaderProps {
  readonly home: string;
  readonly texts: ShellTexts;
  readonly section: string;
  readonly context: PageContext;
}

function Header({ home, texts, section, context }: HeaderProps) {
  return (
    <header class="top">
      <div class="bar">
        <a class="brand" href={context.base + home} aria-current={section === home ? 'page' : undefined}>
          <Bridge />
          <b>
            Tillbridge <span>{texts.name}</span>
          </b>
        </a>
        <nav aria-label={PAGES_LABELS.navigation}>
          <ul>
            {texts.sections.map(({ href, text }) => (
              <li key={href}>
                <a href={context.base + href} aria-current={href === section ? 'page' : undefined}>
                  {text}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        <p class="mode">
          {context.user !== undefined && <span class="who">{context.user}</span>}
          {context.live !== undefined && (
            <span
              id="live"
              class="live"
              role="status"
              data-open={texts.live?.open}
              data-connecting={texts.live?.connecting}
              data-ended={texts.live?.ended}
              data-kept={texts.live?.kept}
            />
          )}
          <time
            data-part={context.live && 'clock'}
            datetime={instantText(context.now)}
            title={`${texts.clockTitle}, ${context.timeZone}`}
          >
            {dateText(context.now, context.timeZone)}
          </time>
        </p>
      </div>
    </header>
  );
}

function Breadcrumbs({ title, above }: Pick<ShellPage<PageContext>, 'title' | 'above'>) {
  if (above === undefined) return null;
  return (
    <nav class="crumbs" aria-label={PAGES_LABELS.breadcrumbs}>
      <ul>
        {above.map(({ href, text }) => (
          <li key={href}>
            <a href={href}>{text}</a>
          </li>
        ))}
        <li aria-current="page">{title}</li>
      </ul>
    </nav>
  );
}

function FlashMessage({ flash }: { flash: PageContext['flash'] }) {
  if (flash === null) return null;
  return (
    <div class={`flash ${flash.tone}`} role={flash.tone === 'good' ? 'status' : 'alert'}>
      {flash.tone === 'good' ? <TickIcon /> : <CrossIcon />}
      <p>{flash.text}</p>
    </div>
  );
}

const Bridge = () => (
  <svg viewBox="0 0 32 32" aria-hidden="true">
    <path
      d="M3 22c8 0 8-12 13-12s5 12 13 12M3 16.500h26"
      fill="none"
      stroke="currentColor"
      stroke-width="2.600"
      stroke-linecap="round"
    />
  </svg>
);
