import { randomUUID } from 'node:crypto';
import { amountText } from '../../pages/money-text.js';
import { ActionForm, TypedInput } from '../../pages/parts.js';
import type { OrderDetails } from '../../shop/admin/index.js';
import { errorText } from '../frame/error-text.js';
import type { DashboardContext } from '../frame/dashboard.layout.js';
import { isAllowed, NEEDS } from '../frame/rights.js';
import { WhyField } from '../refunds/refund-parts.js';
import { orderActionAddress, orderAddress } from './order-address.js';
import { MOST_ARTICLES, type Article, type ArticlesPart, type ArticlesReading } from './order-articles.js';
import { ReasonField } from './reason-field.view.js';
import { newestRefundOf } from './staff-refunds.js';

interface Part {
  readonly details: OrderDetails;
  readonly articles: ArticlesReading | null;
  readonly context: DashboardContext;
}

/** A form to refund some articles of an order; the articles are read from the service on request. */
export function RefundArticles({ details, articles, context }: Part) {
  const labels = context.labels.order.actions.refundLines;
  if (!isAllowed(context.role, NEEDS.order.articles)) return null;
  if (articles === null) {
    return (
      <p class="fold-link">
        <a href={`${articlesAddress(details, context)}#articles`}>{labels.title}</a>
      </p>
    );
  }
  return (
    <details class="fold" id="articles" open>
      <summary>{labels.title}</summary>
      {'error' in articles ? (
        <p class="body" role="alert">
          {errorText(context.labels, articles.error)}
        </p>
      ) : articles.articles.length === 0 ? (
        <p class="body small">{labels.none}</p>
      ) : (
        <Choice details={details} part={articles} context={context} />
      )}
    </details>
  );
}

/** Address of the order's page with its articles, from this one on. */
const articlesAddress = ({ order }: OrderDetails, context: DashboardContext, first = 0): string =>
  `${orderAddress(context, order)}&articles=read${first === 0 ? '' : `&first=${first}`}`;

function Choice({ details, part, context }: Omit<Part, 'articles'> & { part: ArticlesPart }) {
  const labels = context.labels.order.actions.refundLines;
  const { articles, first } = part;
  // A form that is refused is shown again, with its own articles.
  const back = first === 0 ? orderAddress(context, details.order) : articlesAddress(details, context, first);
  return (
    <ActionForm action={orderActionAddress(context, details.order, 'articles')} context={context} back={back}>
      <p class="small">{labels.text}</p>
      {/* If the same form is sent twice, it is the same refund. */}
      <input type="hidden" name="key" value={`dashboard-${randomUUID()}`} />
      <input type="hidden" name="newest" value={newestRefundOf(details.refunds)} />
      <fieldset class="articles">
        <legend>{labels.legend}</legend>
        {articles.map((article) => (
          <Line key={article.index} article={article} context={context} />
        ))}
      </fieldset>
      <OtherArticles details={details} part={part} context={context} />
      <ReasonField id="reason-articles" context={context} />
      <WhyField id="why-articles" context={context} />
      <button class="button danger" type="submit">
        {labels.button}
      </button>
    </ActionForm>
  );
}

/** Where a page cannot show all articles: how many there are, and links to the others. */
function OtherArticles({ details, part, context }: Omit<Part, 'articles'> & { part: ArticlesPart }) {
  const labels = context.labels.order.actions.refundLines;
  const { articles, first, count } = part;
  const end = first + articles.length;
  if (articles.length === count) return null;
  const link = (index: number, text: string) => (
    <>
      {' '}
      <a href={`${articlesAddress(details, context, index)}#articles`}>{text}</a>
    </>
  );
  return (
    <p class="small">
      {labels.part(first + 1, end, count)}
      {first > 0 && link(Math.max(0, first - MOST_ARTICLES), labels.earlier)}
      {end < count && link(end, labels.next)}
    </p>
  );
}

function Line({ article, context }: { article: Article; context: DashboardContext }) {
  const { index, name, quantity, refunded, total } = article;
  const labels = context.labels.order.actions.refundLines;
  const rest = Number((Number(quantity) - refunded).toFixed(6));
  return (
    <div class="article">
      <label class="tick" for={`article-${index}`}>
        <TypedInput id={`article-${index}`} type="checkbox" name={`article-${index}`} value="yes" />
        <span>{name}</span>
      </label>
      <span class="count">
        <TypedInput
          type="text"
          name={`quantity-${index}`}
          value={refunded > 0 && rest > 0 ? String(rest) : quantity}
          inputmode="decimal"
          maxlength={12}
          autocomplete="off"
          aria-label={labels.quantity(name)}
        />
        <span class="small">{labels.of(quantity, refunded)}</span>
      </span>
      <span class="number">{total !== null && amountText(total)}</span>
    </div>
  );
}
