import type { JSX } from 'preact';
import type { StateView, Tone } from '../order-state';

/** A shape beside the colour, so that no one needs to see colours to know the state. */
const SHAPES: Readonly<Record<Tone, JSX.Element>> = {
  good: <path d="M10 16.500l4.300 4.300 8.200-9.300" />,
  waiting: <path d="M16 9.500v7l4.800 2.800" />,
  bad: <path d="M11.500 11.500l9 9M20.500 11.500l-9 9" />,
  quiet: <path d="M10.500 16h11" />,
};

const Sign = ({ tone }: { readonly tone: Tone }) => (
  <svg class="sign" viewBox="0 0 32 32" aria-hidden="true" focusable="false">
    <circle cx="16" cy="16" r="14" />
    {SHAPES[tone]}
  </svg>
);

/** The head of an order page. */
export const StateHead = ({ state }: { readonly state: Pick<StateView, 'tone' | 'title' | 'text'> }) => (
  <div class={`state tone-${state.tone}`}>
    <Sign tone={state.tone} />
    <div role="status">
      <h1>{state.title}</h1>
      <p>{state.text}</p>
    </div>
  </div>
);

/** A state in a list. */
export const Badge = ({ tone, children }: { readonly tone: Tone; readonly children: string }) => (
  <span class={`badge tone-${tone}`}>
    <Sign tone={tone} />
    {children}
  </span>
);
