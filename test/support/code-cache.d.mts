export function keepCode(): void;
