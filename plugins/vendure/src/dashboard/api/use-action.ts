import { useMutation, useQueryClient } from '@tanstack/react-query';
import { toast } from 'sonner';
import { act, ActionFailed, type ActionName } from './admin-api.js';
import { useText } from '../texts/texts.js';

/** An action of staff: it shows its result, and the page is loaded again. */
export function useAction(action: ActionName, done: string) {
  const text = useText();
  const queries = useQueryClient();
  const refresh = () => queries.invalidateQueries();
  return useMutation({
    mutationFn: (input: Record<string, unknown>) => act(action, input),
    onSuccess: () => {
      toast.success(done);
      void refresh();
    },
    onError: (error) => {
      const description = error instanceof ActionFailed ? `${error.message} ${error.advice}` : error.message;
      toast.error(text('actionFailed'), { description });
      void refresh();
    },
  });
}
