export function watchStorages(): void;
export function disableStorages(): void;
