export function proseOf(text: string): string;
export function slugOf(heading: string): string;
export function anchorsOf(text: string): Set<string>;
export function linksOf(text: string): { target: string; line: number }[];
export function changeLinks(text: string, change: (text: string, target: string) => string): string;
