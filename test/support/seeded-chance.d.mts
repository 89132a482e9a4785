export function seedChance(next: () => number): () => void;
