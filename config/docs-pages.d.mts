export interface DocsSection {
  text: string;
  collapsed?: boolean;
  pages: [title: string, page: string][];
}

export const ROOT_PAGES: Readonly<Record<string, string>>;
export function docsPages(docs: string, folder?: string): string[];
export function sectionsOf(pages: readonly string[]): DocsSection[];
export function toSitePage(text: string, page: { path: string; place: string; source?: string }): string;
export function entryPoints(manifest: { exports: Record<string, unknown> }, root: string): string[];
