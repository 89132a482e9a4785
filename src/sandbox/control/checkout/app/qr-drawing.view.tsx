import { createHash } from 'node:crypto';

const SIZE = 25;
const FINDER = 7;
const FINDERS = [
  { x: 0, y: 0 },
  { x: SIZE - FINDER, y: 0 },
  { x: 0, y: SIZE - FINDER },
] as const;

const isNearFinder = (x: number, y: number): boolean =>
  FINDERS.some((corner) => x >= corner.x - 1 && x <= corner.x + FINDER && y >= corner.y - 1 && y <= corner.y + FINDER);

/** Squares for the ones in the seed's hash; the corners are left free for the three marks. */
function squares(seed: string): string {
  let bits = '';
  for (let block = 0; bits.length < SIZE * SIZE; block += 1) {
    const bytes = createHash('sha512').update(`${block}:${seed}`).digest();
    bits += [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  }
  const cells = Array.from({ length: SIZE * SIZE }, (_, index) => ({ x: index % SIZE, y: Math.floor(index / SIZE) }));
  return cells
    .filter(({ x, y }) => bits[y * SIZE + x] === '1' && !isNearFinder(x, y))
    .map(({ x, y }) => `M${x} ${y}h1v1h-1z`)
    .join('');
}

/** A picture that resembles a QR code but is none; it differs for each payment. */
export function QrDrawing({ seed }: { seed: string }) {
  return (
    <svg viewBox={`-2 -2 ${SIZE + 4} ${SIZE + 4}`} role="img" aria-label="A stand-in for a QR code">
      <rect x="-2" y="-2" width={SIZE + 4} height={SIZE + 4} rx="1.500" fill="#fff" />
      <path d={squares(seed)} fill="#111" />
      {FINDERS.map(({ x, y }) => (
        <g key={`${x}-${y}`}>
          <rect x={x + 0.5} y={y + 0.5} width="6" height="6" fill="none" stroke="#111" />
          <rect x={x + 2} y={y + 2} width="3" height="3" fill="#111" />
        </g>
      ))}
      <rect x="7.500" y="10" width="10" height="5" rx="1" fill="#fff" />
      <text x="12.500" y="13.700" text-anchor="middle" font-size="3.400" font-weight="700" fill="#111">
        TEST
      </text>
    </svg>
  );
}
