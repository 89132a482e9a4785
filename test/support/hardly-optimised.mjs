/**
 * For a process that loads some thousand modules and runs most of them hardly at all, as a worker of Jest and a shop of a test do:
 * what is compiled only when it is called, and optimised only when it has run for long, saves a sixth of the processor's time.
 */
export const HARDLY_OPTIMISED = ['--max-lazy', '--interrupt-budget=3000000'];
