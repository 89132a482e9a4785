/** What can be simulated, by name. */
export const SUBJECTS = {
  refunds: () => import('../refunds/subject.js'),
  module: () => import('../module/subject.js'),
  adapters: () => import('../adapters/subject.js'),
};

/** Of a run of everything, the part of the schedules that each gets: about as much as it can play in the same time. */
export const SHARES = { refunds: 0.8, module: 0.19, adapters: 0.01 };
