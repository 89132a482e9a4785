import { Button } from '@vendure/dashboard';
import { CopyIcon } from 'lucide-react';
import { toast } from 'sonner';
import { useText } from '../texts/texts.js';

/** The address where the customer pays, to be sent to the customer. */
export function PaymentLink({ url }: { readonly url: string }) {
  const text = useText();
  const copy = () =>
    navigator.clipboard.writeText(url).then(
      () => toast.success(text('linkCopied')),
      () => toast.error(text('linkNotCopied')),
    );
  return (
    <div>
      <span className="font-medium text-muted-foreground text-xs">{text('paymentLink')}</span>
      <div className="flex items-center gap-1">
        <a
          className="text-sm underline break-all"
          href={url}
          target="_blank"
          rel="noopener noreferrer"
          data-testid="tillbridge-payment-link"
        >
          {url}
        </a>
        <Button type="button" variant="ghost" size="icon" aria-label={text('copyLink')} onClick={copy}>
          <CopyIcon />
        </Button>
      </div>
    </div>
  );
}
