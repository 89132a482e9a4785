/** What an inspection is given: the manifest and the files of a tarball, and where it was unpacked. */
export interface Packed {
  manifest: Record<string, unknown>;
  files: string[];
  folder: string;
  tarball: string;
  expectedFolders: string[];
}

type Inspection = (packed: Partial<Packed>) => string[];

export const missingPaths: Inspection;
export const missingPages: Inspection;
export const strayFiles: Inspection;
export const unevenCopies: Inspection;
export const sourcesTwice: Inspection;
export const changedFolders: Inspection;
export const undeclaredPackages: Inspection;
export const unusedDependencies: Inspection;
