/** Texts of the page of tasks of the shop that have failed. */
export const TASK_LABELS = {
  title: 'Failed tasks',
  lead: 'What the shop meant to do after a change, as sending a mail, and could not: it has been tried as often as it may be, and has not happened. Mend the cause and replay, or see to it in another way and discard.',
  choice: 'Replay them, or leave them be',
  none: 'No task has failed',
  order: 'for order',
  group: (group: string) => `of ${group}`,
  failedAfter: (attempts: number) => `Failed after ${attempts} ${attempts === 1 ? 'attempt' : 'attempts'}`,
  replay: {
    title: 'Replay it',
    button: 'Replay',
    text: 'Runs it again at once, with all its attempts, under the id it always had.',
    done: 'It is run once more, under the id it always had.',
  },
  discard: {
    title: 'Discard it',
    button: 'Discard',
    text: 'It does not happen any more. Do this when it has been seen to in another way.',
    done: 'The task is discarded. This stays in the story of its order.',
  },
  notDone: 'Nothing was done: the task has not failed, or not any more. Someone was faster.',
};
