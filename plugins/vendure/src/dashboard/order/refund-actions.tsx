import { Button, Input, Label, RadioGroup, RadioGroupItem } from '@vendure/dashboard';
import { useId, useState } from 'react';
import { useAction } from '../api/use-action.js';
import { ActionButton } from './action-button.js';
import { ReasonDialog } from './reason-dialog.js';
import { useText } from '../texts/texts.js';

interface RefundActionProps {
  readonly orderId: string;
  readonly refundId: string;
  /** As displayed. */
  readonly amount: string;
}

/** Cancels a refund. */
export function CancelRefund({ orderId, refundId, amount }: RefundActionProps) {
  const text = useText();
  return (
    <ActionButton
      action="cancelTillbridgeRefund"
      label="cancelRefund"
      title={text('cancelRefundOf', { amount })}
      hint="cancelRefundHint"
      reason="reason"
      done="refundCancelled"
      input={(why) => ({ orderId, refundId, why })}
    />
  );
}

/** Decides the outcome of a refund. */
export function DecideRefund({ orderId, refundId, amount }: RefundActionProps) {
  const text = useText();
  const [open, setOpen] = useState(false);
  const [verdict, setVerdict] = useState<string | null>(null);
  const [serviceRefundId, setServiceRefundId] = useState('');
  const { mutateAsync, isPending } = useAction('decideTillbridgeRefund', text('decisionRecorded'));
  const confirm = async (why: string) => {
    await mutateAsync({ orderId, refundId, verdict, serviceRefundId, why }).catch(() => undefined);
    setOpen(false);
  };
  return (
    <>
      <Button type="button" size="sm" onClick={() => setOpen(true)}>
        {text('decide')}
      </Button>
      <ReasonDialog
        open={open}
        onOpenChange={setOpen}
        title={text('decideTitle', { amount })}
        description={text('decideHint')}
        label={text('decideReason')}
        confirmText={text('recordDecision')}
        isPending={isPending}
        isComplete={verdict !== null}
        onConfirm={confirm}
      >
        <Verdict value={verdict} onChange={setVerdict} />
        {verdict === 'PAID' && <ServiceRefundId value={serviceRefundId} onChange={setServiceRefundId} />}
      </ReasonDialog>
    </>
  );
}

function Verdict({ value, onChange }: { readonly value: string | null; readonly onChange: (value: string) => void }) {
  const text = useText();
  const id = useId();
  return (
    <RadioGroup
      aria-label={text('outcome')}
      value={value ?? ''}
      onValueChange={(next) => onChange(String(next))}
      className="space-y-1"
    >
      <div className="flex items-center gap-2">
        <RadioGroupItem value="PAID" id={`${id}-paid`} />
        <Label htmlFor={`${id}-paid`}>{text('verdictPaid')}</Label>
      </div>
      <div className="flex items-center gap-2">
        <RadioGroupItem value="NOT_PAID" id={`${id}-not-paid`} />
        <Label htmlFor={`${id}-not-paid`}>{text('verdictNotPaid')}</Label>
      </div>
    </RadioGroup>
  );
}

function ServiceRefundId({ value, onChange }: { readonly value: string; readonly onChange: (value: string) => void }) {
  const text = useText();
  const id = useId();
  return (
    <div className="space-y-2">
      <Label htmlFor={id}>{text('serviceRefundId')}</Label>
      <Input id={id} value={value} maxLength={64} onChange={(event) => onChange(event.target.value)} />
    </div>
  );
}
