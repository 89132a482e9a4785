import { Collapsible, CollapsibleContent, CollapsibleTrigger, Label, Switch, useLocalFormat } from '@vendure/dashboard';
import { ChevronDown } from 'lucide-react';
import { useId, useState } from 'react';
import type { TimelineParts } from '../api/admin-api.types.js';
import { useText } from '../texts/texts.js';

const EXACT = { dateStyle: 'short', timeStyle: 'medium' } as const;

/** The events of a payment: the important ones, and on request every detail. */
export function Timeline({ entries }: { readonly entries: readonly TimelineParts[] }) {
  const text = useText();
  const { formatDate } = useLocalFormat();
  const [withDetails, setWithDetails] = useState(false);
  const id = useId();
  if (entries.length === 0) return null;
  const shown = entries.filter(({ isDetail }) => withDetails || !isDetail);
  return (
    <Collapsible className="border-t pt-2">
      <CollapsibleTrigger className="flex items-center justify-between w-full text-sm hover:underline text-muted-foreground focus-visible:outline-none focus-visible:ring-2 focus-visible:ring-ring focus-visible:ring-offset-2 rounded-md p-1 -m-1">
        {text('whatHappened')}
        <ChevronDown className="h-4 w-4" />
      </CollapsibleTrigger>
      <CollapsibleContent className="mt-2 space-y-2" data-testid="tillbridge-timeline">
        <ol className="space-y-1">
          {shown.map(({ at, text }, index) => (
            <li key={`${at}-${index}`} className="grid grid-cols-[auto_1fr] gap-3 text-sm">
              <time dateTime={at} className="text-xs leading-5 text-muted-foreground tabular-nums">
                {formatDate(at, EXACT)}
              </time>
              <span>{text}</span>
            </li>
          ))}
        </ol>
        <div className="flex items-center gap-2">
          <Switch id={id} checked={withDetails} onCheckedChange={setWithDetails} />
          <Label htmlFor={id} className="text-xs">
            {text('showEveryDetail')}
          </Label>
        </div>
      </CollapsibleContent>
    </Collapsible>
  );
}
