/**
 * For a process that loads some thousand modules and rarely runs most of them, such as a Jest worker or a test's shop:
 * lazy compilation and late optimisation save a sixth of the processor time.
 */
export const HARDLY_OPTIMISED = ['--max-lazy', '--interrupt-budget=3000000'];
