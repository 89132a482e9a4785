/** The file that is changed while the shop runs. */
export const RELEASE = 'one';
