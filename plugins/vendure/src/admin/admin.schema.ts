import { parse, type DocumentNode } from 'graphql';

/** What the Admin API gets. */
export const adminSchema: DocumentNode = parse(`
  extend enum HistoryEntryType {
    TILLBRIDGE
  }
`);
