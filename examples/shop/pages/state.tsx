import type { JSX } from 'preact';
import type { StateView, Tone } from './views.js';

/** A shape in addition to the colour, so that the state is clear without colours. */
const SHAPES: Record<Tone, JSX.Element> = {
  good: <path d="M10 16.500l4.300 4.300 8.200-9.300" />,
  waiting: <path d="M16 9.500v7l4.800 2.800" />,
  open: <path d="M10 16h11M17 11.500l4.500 4.500-4.500 4.500" />,
  bad: <path d="M11.500 11.500l9 9M20.500 11.500l-9 9" />,
  quiet: <path d="M10.500 16h11" />,
};

/** The round sign of a state. Decorative, because the text is next to it. */
export function StateIcon({ tone }: { tone: Tone }) {
  return (
    <svg class="state-icon" viewBox="0 0 32 32" aria-hidden="true" focusable="false">
      <circle cx="16" cy="16" r="14" />
      {SHAPES[tone]}
    </svg>
  );
}

/** A state in a list: small, with its sign. */
export function StateBadge({ state }: { state: StateView }) {
  return (
    <span class={`badge tone-${state.tone}`}>
      <StateIcon tone={state.tone} />
      {state.title}
    </span>
  );
}
