/** Names of the records that the commands can leave, by their own tables. */
export const KNOWN: readonly string[];
