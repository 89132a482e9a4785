/** A compiler that is asked about one of the files with another text. */
export function compilerOf(root: string, files: readonly string[]): (file: string, text: string) => boolean;
