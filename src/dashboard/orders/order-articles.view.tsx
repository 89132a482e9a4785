import { randomUUID } from 'node:crypto';
import { amountText } from '../../pages/money-text.js';
import { ActionForm, TypedInput } from '../../pages/parts.js';
import type { OrderDetails } from '../../shop/admin/index.js';
import { errorText } from '../frame/error-text.js';
import type { DashboardContext } from '../frame/dashboard.layout.js';
import { isAllowed, NEEDS } from '../frame/rights.js';
import { WhyField } from '../refunds/refund-parts.js';
import { orderActionAddress, orderAddress } from './order-address.js';
import type { Article, ArticlesReading } from './order-articles.js';
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
    const address = `${orderAddress(context, details.order)}&articles=read#articles`;
    return (
      <p class="fold-link">
        <a href={address}>{labels.title}</a>
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
        <Choice details={details} articles={articles.articles} context={context} />
      )}
    </details>
  );
}

function Choice({ details, articles, context }: Omit<Part, 'articles'> & { articles: readonly Article[] }) {
  const labels = context.labels.order.actions.refundLines;
  const back = orderAddress(context, details.order);
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
      <ReasonField id="reason-articles" context={context} />
      <WhyField id="why-articles" context={context} />
      <button class="button danger" type="submit">
        {labels.button}
      </button>
    </ActionForm>
  );
}

function Line({ article: { index, name, quantity, total }, context }: { article: Article; context: DashboardContext }) {
  const labels = context.labels.order.actions.refundLines;
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
          value={quantity}
          inputmode="decimal"
          maxlength={12}
          autocomplete="off"
          aria-label={labels.quantity(name)}
        />
        <span class="small">{labels.of(quantity)}</span>
      </span>
      <span class="number">{total !== null && amountText(total)}</span>
    </div>
  );
}
