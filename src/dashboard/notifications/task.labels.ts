import { REPLAY_ALL } from './replay-all.labels.js';

/** Texts of the page of failed effects, which are called tasks there. */
export const TASK_LABELS = {
  title: 'Failed tasks',
  lead: 'Tasks after a change, such as sending a mail, that failed on every attempt. They did not happen. Correct the cause and replay them, or do them in another way and discard them.',
  choice: 'Replay or discard them',
  none: 'No task has failed on every attempt',
  retried: {
    title: 'Fail and are tried again',
    text: 'They are not done yet. What is not corrected within half an hour is listed below.',
    now: {
      title: 'Try them now',
      button: 'Try now',
      text: 'Once the cause is corrected: each is tried at once, with all its attempts, under the id it always had.',
      all: 'All of them',
    },
    of: (handler: string, count: number) => (count === 1 ? `${handler}: 1 task` : `${handler}: ${count} tasks`),
    since: 'The oldest has waited since',
    next: 'Tried next',
  },
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
    text: 'It will not happen. Do this when it was done in another way.',
    done: 'The task is discarded. This stays in the story of its order.',
  },
  replayAll: {
    ...REPLAY_ALL,
    text: 'Runs each of them again, with all its attempts, under the id it always had.',
    which: 'Which',
    all: (count: number) => `All failed tasks (${count})`,
    of: (handler: string, count: number) => `${handler} (${count})`,
    progress: (seen: number, replayed: number) => `${seen} checked: ${replayed} are run again.`,
    answers: {
      ...REPLAY_ALL.answers,
      begun: 'They are being queued to be run again; this page shows how far it has come.',
      stopping: 'It stops after the tasks that are being checked. If you start it again, it continues.',
    },
  },
  notDone: 'Nothing was done: the task has not failed, or not any more. Someone was faster.',
};
