import { Button } from '@vendure/dashboard';
import { useState } from 'react';
import type { ActionName } from '../api/admin-api.js';
import { useAction } from '../api/use-action.js';
import { useText, type TextKey } from '../texts/texts.js';
import { ReasonDialog } from './reason-dialog.js';

interface ActionButtonProps {
  readonly action: ActionName;
  /** The label of both buttons: the one that asks, and the one that confirms. */
  readonly label: TextKey;
  readonly title: string;
  /** The consequence. */
  readonly hint: TextKey;
  /** The label of the text field. */
  readonly reason: TextKey;
  /** The message after it. */
  readonly done: TextKey;
  /** The input of the mutation, with the given reason. */
  readonly input: (why: string) => Record<string, unknown>;
}

/** A button for an action that requires a reason. */
export function ActionButton({ action, label, title, hint, reason, done, input }: ActionButtonProps) {
  const text = useText();
  const [open, setOpen] = useState(false);
  const { mutateAsync, isPending } = useAction(action, text(done));
  const confirm = async (why: string) => {
    await mutateAsync(input(why)).catch(() => undefined);
    setOpen(false);
  };
  return (
    <>
      <Button type="button" variant="outline" size="sm" onClick={() => setOpen(true)}>
        {text(label)}
      </Button>
      <ReasonDialog
        open={open}
        onOpenChange={setOpen}
        title={title}
        description={text(hint)}
        label={text(reason)}
        confirmText={text(label)}
        isPending={isPending}
        onConfirm={confirm}
      />
    </>
  );
}
