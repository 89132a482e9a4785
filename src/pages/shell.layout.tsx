import type { ComponentChildren } from 'preact';
import type { PageContext } from './page-context.js';
import { PAGES_LABELS } from './pages.labels.js';
import { CrossIcon, TickIcon } from './icons.js';
import { SHELL_STYLE } from './shell.style.js';
import { pageRenderer, type RenderedPage } from './page.frame.js';
import { dateText, instantText } from './time-text.js';

/** The texts that all pages of a shell show. */
export interface ShellTexts {
  /** Beside the name of the package, e.g. `sandbox`. */
  readonly name: string;
  /** The sections, in order; paths below the page's `base`. */
  readonly sections: readonly { readonly href: string; readonly text: string }[];
  readonly footer: string;
  /** What the clock in the header shows. */
  readonly clockTitle: string;
  /** What the sign beside the clock says of the stream of events; absent where pages stay as they are. */
  readonly live?: { readonly open: string; readonly connecting: string; readonly ended: string };
}

/** What the pages of the dashboard, or those of the sandbox, have in common. */
export interface Shell<C extends PageContext> {
  /** Path of the first page, below the page's `base`. */
  readonly home: string;
  readonly texts: (context: C) => ShellTexts;
  /** Path below the page's `base` where readers choose the zone of the times; absent where they cannot. */
  readonly zone?: string;
  /** Style on top of the one that every shell has. */
  readonly style?: string;
  /** A module that every page carries in itself, e.g. to keep it up to date. */
  readonly script?: string;
}

/** One page in the shell. */
export interface ShellPage<C extends PageContext> {
  readonly title: string;
  /** Path of the section that it belongs to. */
  readonly section: string;
  /** The pages above it, from the top; the page itself comes by its title. */
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
    // Where none is said, browsers say of a form that its origin is null, and a host that checks origins refuses it.
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
