import { ActionForm } from '../../pages/parts.js';
import type { RenderedPage } from '../../pages/page.frame.js';
import { dashboardPage, PATHS, type DashboardContext } from '../frame/dashboard.layout.js';
import { zoneNames } from './time-zone.js';

/** The content of the page for the choice of a zone. */
export interface TimeZonePage {
  readonly context: DashboardContext;
  readonly shopZone: string;
  /** Whether the chosen zone does not exist. */
  readonly isWrong: boolean;
}

/** Renders the choice of a zone. */
export function timeZonePage({ context, shopZone, isWrong }: TimeZonePage): RenderedPage {
  const { zone: labels } = context.labels.frame;
  const { timeZone } = context;
  const children = (
    <>
      <h1>{labels.title}</h1>
      <p class="lead">
        {labels.shown(timeZone)} {labels.text}
      </p>
      <section class="card" aria-label={labels.title}>
        <div class="body zone">
          {isWrong && <p role="alert">{labels.unknown}</p>}
          <ActionForm action={context.base + PATHS.zone} context={context}>
            <div class="field">
              <label for="zone">{labels.field}</label>
              <select id="zone" name="zone">
                <option value="" selected={timeZone === shopZone}>
                  {labels.shop(shopZone)}
                </option>
                {zoneNames().map((name) => (
                  <option key={name} value={name} selected={name === timeZone && timeZone !== shopZone}>
                    {name.replaceAll('_', ' ')}
                  </option>
                ))}
              </select>
            </div>
            <button class="button main" type="submit">
              {labels.button}
            </button>
          </ActionForm>
        </div>
      </section>
    </>
  );
  return dashboardPage({ title: labels.title, section: PATHS.zone, context, children });
}
