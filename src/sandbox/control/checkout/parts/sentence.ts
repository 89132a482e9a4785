/** A text as the beginning of a sentence. */
export const sentence = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);
