/** What can be simulated, by name. */
export const SUBJECTS = {
  refunds: () => import('../refunds/subject.ts'),
  module: () => import('../module/subject.ts'),
  adapters: () => import('../adapters/subject.ts'),
};
