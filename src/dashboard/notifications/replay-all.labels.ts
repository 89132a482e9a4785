/** Texts about a replay of many rows of any kind. */
export const REPLAY_ALL = {
  title: 'Replay all of them',
  button: 'Replay all',
  underWay: 'Being replayed',
  last: 'The last replay',
  endings: {
    complete: 'All were checked.',
    stopped: 'Stopped before the end. If you start it again, it continues.',
    failed: 'It failed before the end; the log says why. If you start it again, it continues.',
  },
  begun: (by: string) => `By ${by}, begun`,
  shownBy: 'shown by the process that does it',
  stop: { title: 'Stop it', button: 'Stop', why: 'Stopped at the page' },
  /** Messages after a form was sent. */
  answers: { already: 'They are being replayed already.', none: 'Nothing is being replayed here.' },
};

/** {@link REPLAY_ALL}, and the name of the replayed rows. */
export type ReplayAllLabels = typeof REPLAY_ALL & {
  readonly text: string;
  readonly progress: (seen: number, replayed: number, waiting: number) => string;
};
