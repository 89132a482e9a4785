/** The page as the records that are there make it. @throws when a record cannot be used, or a goal lacks its reason */
export function renderPage(): string;

/** The page as it lies in docs; null where there is none yet. */
export function currentPage(): string | null;

/** Writes it. @returns its name */
export function writePage(): string;
