import { Button } from '@vendure/dashboard';
import { useState } from 'react';
import type { ActionName } from '../api/admin-api.js';
import { useAction } from '../api/use-action.js';
import { useText, type TextKey } from '../texts/texts.js';
import { ReasonDialog } from './reason-dialog.js';

interface ActionButtonProps {
  readonly action: ActionName;
  /** Stands on both buttons: the one that asks, and the one that confirms. */
  readonly label: TextKey;
  readonly title: string;
  /** What comes of it. */
  readonly hint: TextKey;
  /** What the text field asks for. */
  readonly reason: TextKey;
  /** What is said once it is done. */
  readonly done: TextKey;
  /** What is sent, with what was written. */
  readonly input: (why: string) => Record<string, unknown>;
}

/** A button for an action that is done once someone has said why. */
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
