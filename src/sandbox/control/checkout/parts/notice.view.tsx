import { CrossIcon } from '../../../../pages/icons.js';
import type { OpenPage } from '../open-page.types.js';

/** The last problem: a wrong form, or a declined payment. */
export function ProblemNotice({ page, problems = 0 }: { page: OpenPage; problems?: number }) {
  const title = titleOf(page, problems);
  if (title === null) return null;
  const isDecline = page.complaint === null && problems === 0;
  return (
    <div class="notice bad" role="alert">
      <CrossIcon />
      <div>
        <strong>{title}</strong>
        {isDecline && 'You have not been charged. Try again, or choose another method'}
        {isDecline && page.returnUrl !== null && (
          <>
            {' – or '}
            <a href={page.returnUrl}>go back to the shop</a>
          </>
        )}
        {isDecline && '.'}
      </div>
    </div>
  );
}

function titleOf({ complaint, declined }: OpenPage, problems: number): string | null {
  if (complaint !== null) return complaint;
  if (problems > 0) return problems === 1 ? 'One field needs your attention' : `${problems} fields need your attention`;
  return declined ? 'The payment was declined' : null;
}
