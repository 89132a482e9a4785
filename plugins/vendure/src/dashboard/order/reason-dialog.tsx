import {
  Button,
  Dialog,
  DialogContent,
  DialogDescription,
  DialogFooter,
  DialogHeader,
  DialogTitle,
  Label,
  Textarea,
} from '@vendure/dashboard';
import { useId, useState, type ReactNode } from 'react';
import { useText } from '../texts/texts.js';

interface ReasonDialogProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly title: string;
  readonly description: string;
  /** The label of the text field. */
  readonly label: string;
  readonly confirmText: string;
  readonly isPending: boolean;
  readonly onConfirm: (why: string) => void | Promise<void>;
  /** Further fields, above the text field. */
  readonly children?: ReactNode;
  /** Whether the further fields are filled in. */
  readonly isComplete?: boolean;
}

const MOST_CHARACTERS = 500;

/** Asks for confirmation of an action, and for the reason, which is shown in the timeline. */
export function ReasonDialog(props: ReasonDialogProps) {
  const { open, onOpenChange, title, description, confirmText, isPending, onConfirm, children, isComplete } = props;
  const text = useText();
  const [why, setWhy] = useState('');
  const id = useId();
  const change = (next: boolean) => {
    if (!next) setWhy('');
    onOpenChange(next);
  };
  const isReady = why.trim() !== '' && isComplete !== false && !isPending;
  return (
    <Dialog open={open} onOpenChange={change}>
      <DialogContent data-testid="tillbridge-dialog">
        <DialogHeader>
          <DialogTitle>{title}</DialogTitle>
          <DialogDescription>{description}</DialogDescription>
        </DialogHeader>
        <div className="space-y-4">
          {children}
          <div className="space-y-2">
            <Label htmlFor={id}>{props.label}</Label>
            <Textarea
              id={id}
              value={why}
              maxLength={MOST_CHARACTERS}
              disabled={isPending}
              onChange={(event) => setWhy(event.target.value)}
            />
          </div>
        </div>
        <DialogFooter>
          <Button type="button" variant="outline" disabled={isPending} onClick={() => change(false)}>
            {text('close')}
          </Button>
          <Button type="button" disabled={!isReady} onClick={() => void onConfirm(why.trim())}>
            {confirmText}
          </Button>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  );
}
