import type { SandboxMethod } from '../../../orders/index.js';
import type { RenderedPage } from '../checkout.layout.js';
import type { OpenPage } from '../open-page.types.js';
import { MethodIcon } from '../parts/method-icon.view.js';
import { paymentPage } from '../payment-page.view.js';
import { groupMethods, type MethodGroup } from './method-groups.js';

/** Renders the page for the choice of a method: each one is a link to its own page. */
export function choicePage(page: OpenPage): RenderedPage {
  const content = (
    <div class="section">
      <h2 class="label">How would you like to pay?</h2>
      {groupMethods(page.methods).map((group) => (
        <Group group={group} key={group.title} />
      ))}
    </div>
  );
  return paymentPage({ page, method: null, problems: 0, content, aside: null });
}

function Group({ group }: { group: MethodGroup }) {
  const { title, methods, isFolded } = group;
  const list = (
    <ul class="methods" aria-label={title}>
      {methods.map((method) => (
        <Method method={method} key={method.code} />
      ))}
    </ul>
  );
  if (!isFolded) {
    return (
      <div class="method-group">
        <h3>{title}</h3>
        {list}
      </div>
    );
  }
  return (
    <details class="method-group">
      <summary>
        {title} ({methods.length})
      </summary>
      {list}
    </details>
  );
}

function Method({ method }: { method: SandboxMethod }) {
  const { code, name, hint } = method;
  return (
    <li>
      <a class="method" href={`?method=${encodeURIComponent(code)}`}>
        <MethodIcon method={method} />
        <span class="words">
          <span class="name">{name}</span>
          <span class="hint">{hint}</span>
        </span>
      </a>
    </li>
  );
}
