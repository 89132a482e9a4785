export interface DeadLink {
  page: string;
  link: string;
}

export function deadLinks(site: string, base?: string): DeadLink[] & { pages: number; links: number };
