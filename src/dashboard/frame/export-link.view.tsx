import { addressOf } from '../../pages/paging.js';
import type { DashboardContext } from './dashboard.layout.js';

/** Path of a list's file, below that of the list. */
export const EXPORT = 'export.csv';

/** The link to a list as a file, with the filter of the page. */
export function ExportLink(props: {
  readonly path: string;
  readonly fields: Readonly<Record<string, string | null>>;
  readonly context: DashboardContext;
}) {
  return (
    <p class="small after">
      <a href={addressOf(`${props.context.base}${props.path}/${EXPORT}`, props.fields)} download>
        {props.context.labels.exports.link}
      </a>
    </p>
  );
}
