import type { VNode } from 'preact';

interface IconProps {
  readonly children: VNode | VNode[];
  readonly viewBox?: string;
}

function Icon({ children, viewBox = '0 0 24 24' }: IconProps) {
  return (
    <svg
      viewBox={viewBox}
      fill="none"
      stroke="currentColor"
      stroke-width="1.8"
      stroke-linecap="round"
      stroke-linejoin="round"
      aria-hidden="true"
    >
      {children}
    </svg>
  );
}

/** A tick. */
export const TickIcon = () => (
  <Icon>
    <path d="M5 12.5l4.5 4.5L19 7.5" />
  </Icon>
);

/** A cross. */
export const CrossIcon = () => (
  <Icon>
    <path d="M7 7l10 10M17 7L7 17" />
  </Icon>
);

/** A clock, for what has run out or was left. */
export const ClockIcon = () => (
  <Icon>
    <circle cx="12" cy="12" r="8.5" />
    <path d="M12 7.5V12l3 2" />
  </Icon>
);

/** A question mark, for what is not known. */
export const UnknownIcon = () => (
  <Icon>
    <path d="M9 9.2a3 3 0 1 1 4.4 2.7c-.9.5-1.4 1.1-1.4 2.1M12 17.5v.01" />
  </Icon>
);

const Bank = () => (
  <Icon viewBox="0 0 36 24">
    <path d="M8 9.5L18 4l10 5.500H8zM10.500 9.500v8M15.500 9.500v8M20.500 9.500v8M25.500 9.500v8M8 20h20" />
  </Icon>
);

const Card = () => (
  <Icon viewBox="0 0 36 24">
    <rect x="6" y="4" width="24" height="16" rx="2.500" />
    <path d="M6 9h24M10 15.500h5" />
  </Icon>
);

const Wallet = () => (
  <Icon viewBox="0 0 36 24">
    <rect x="7" y="6" width="22" height="14" rx="2.500" />
    <path d="M7 9.500L24 4v2M24 13h5" />
  </Icon>
);

const Phone = () => (
  <Icon viewBox="0 0 36 24">
    <rect x="12" y="2.500" width="12" height="19" rx="2.500" />
    <path d="M16.500 18.500h3" />
  </Icon>
);

const ICONS: Readonly<Record<string, () => VNode>> = {
  IDEAL: Phone,
  BANKTRANS: Bank,
  DIRDEB: Bank,
  VISA: Card,
  MASTERCARD: Card,
  MAESTRO: Card,
  AMEX: Card,
  CREDITCARD: Card,
  MISTERCASH: Card,
};

/** A drawing for a payment method; no brand's own mark. */
export function MethodIcon({ code }: { code: string }) {
  const Drawing = ICONS[code] ?? Wallet;
  return <Drawing />;
}
