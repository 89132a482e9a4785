export function renderedPages(read: (page: string) => string): Record<string, string>;
