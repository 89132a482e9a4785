import type { JSX } from 'preact';

const Teapot = () => (
  <>
    <rect width="320" height="240" fill="#e8ddcb" />
    <ellipse cx="160" cy="196" rx="96" ry="9" fill="#cdbfa6" />
    <path d="M226 118c40-12 54 44 6 52" fill="none" stroke="#3e6257" stroke-width="13" stroke-linecap="round" />
    <path d="M96 150C70 146 74 116 52 108l16-12c28 8 26 30 42 36z" fill="#4c7467" />
    <path d="M160 96c48 0 76 30 76 60 0 24-18 40-40 40h-72c-22 0-40-16-40-40 0-30 28-60 76-60z" fill="#4c7467" />
    <path d="M84 156c0-30 28-60 76-60 10 0 19 1 27 4-50 4-76 36-70 92-20-2-33-17-33-36z" fill="#5d897b" />
    <path d="M118 100c6-14 22-20 42-20s36 6 42 20z" fill="#3e6257" />
    <circle cx="160" cy="74" r="9" fill="#d9a441" />
    <path
      d="M146 52c-8-8 6-12 0-22M168 50c-8-8 6-14 0-24"
      fill="none"
      stroke="#fff"
      stroke-width="5"
      stroke-linecap="round"
      opacity=".75"
    />
  </>
);

const Notebook = () => (
  <>
    <rect width="320" height="240" fill="#dfe4e2" />
    <path d="M84 204h150l14 8H98z" fill="#bcc6c3" />
    <rect x="92" y="34" width="136" height="172" rx="6" fill="#2f4858" />
    <rect x="92" y="34" width="22" height="172" rx="6" fill="#243947" />
    <rect x="106" y="34" width="8" height="172" fill="#243947" />
    <rect x="134" y="66" width="74" height="42" rx="3" fill="#f5efe3" />
    <path d="M146 82h50M146 93h32" stroke="#2f4858" stroke-width="4" stroke-linecap="round" />
    <path d="M212 34v172" stroke="#d9a441" stroke-width="6" />
    <path d="M150 206v22l8-7 8 7v-22z" fill="#c8553d" />
    <path
      d="M250 60l14 5-40 124-11 13-3-17z"
      fill="#d9a441"
      stroke="#dfe4e2"
      stroke-width="4"
      stroke-linejoin="round"
    />
  </>
);

const Blanket = () => (
  <>
    <rect width="320" height="240" fill="#ecd9d0" />
    <ellipse cx="160" cy="204" rx="112" ry="9" fill="#d5bbae" />
    <rect x="62" y="150" width="196" height="52" rx="24" fill="#a8452f" />
    <rect x="68" y="108" width="184" height="52" rx="24" fill="#c8553d" />
    <rect x="76" y="66" width="168" height="52" rx="24" fill="#db7a5c" />
    <path d="M108 66v52M124 66v52M196 108v52M212 108v52M98 150v52M114 150v52" stroke="#f5e6da" stroke-width="6" />
    <path
      d="M130 50c0-12 18-12 18 0 0-12 18-12 18 0 0 10-18 18-18 18s-18-8-18-18z"
      fill="#f5e6da"
      transform="translate(12 -14)"
    />
  </>
);

const Lantern = () => (
  <>
    <rect width="320" height="240" fill="#27374a" />
    <circle cx="160" cy="132" r="92" fill="#33465c" />
    <circle cx="160" cy="132" r="64" fill="#465a6d" />
    <path d="M132 54c0-38 56-38 56 0" fill="none" stroke="#d9a441" stroke-width="7" />
    <path d="M116 82l20-28h48l20 28z" fill="#d9a441" />
    <rect x="124" y="82" width="72" height="104" fill="#fbe7b2" />
    <path d="M160 104c16 22 18 32 18 40a18 18 0 0 1-36 0c0-8 2-18 18-40z" fill="#f0a93b" />
    <path d="M160 128c8 10 9 15 9 19a9 9 0 0 1-18 0c0-4 1-9 9-19z" fill="#fff6dc" />
    <path d="M124 82v104M196 82v104M160 82v14M160 166v20" stroke="#b98626" stroke-width="7" />
    <rect x="110" y="182" width="100" height="20" rx="5" fill="#d9a441" />
    <rect x="122" y="202" width="76" height="8" rx="3" fill="#b98626" />
    <circle cx="52" cy="46" r="2.5" fill="#fbe7b2" />
    <circle cx="268" cy="62" r="3" fill="#fbe7b2" />
    <circle cx="284" cy="148" r="2" fill="#fbe7b2" />
    <circle cx="36" cy="132" r="2" fill="#fbe7b2" />
  </>
);

const Tulips = () => (
  <>
    <rect width="320" height="240" fill="#d9e2d3" />
    <rect x="86" y="18" width="148" height="204" rx="3" fill="#8a6a45" />
    <rect x="94" y="26" width="132" height="188" fill="#fbf6ea" />
    <path
      d="M160 190V96M132 190c0-30-8-44-14-58M188 190c0-30 8-44 14-58"
      stroke="#4c7467"
      stroke-width="6"
      fill="none"
    />
    <path d="M160 178c-24-8-30-28-28-44 18 8 28 22 28 44zM164 184c20-6 28-22 28-38-18 6-28 18-28 38z" fill="#5d897b" />
    <path d="M138 60l11 14 11-20 11 20 11-14v28c0 14-10 22-22 22s-22-8-22-22z" fill="#c8553d" />
    <path d="M160 54l11 20 11-14v28c0 14-10 22-22 22z" fill="#b04530" />
    <path d="M100 106l9 11 9-16 9 16 9-11v22c0 11-8 18-18 18s-18-7-18-18z" fill="#d9a441" />
    <path d="M184 106l9 11 9-16 9 16 9-11v22c0 11-8 18-18 18s-18-7-18-18z" fill="#db7a5c" />
    <path d="M112 190h96" stroke="#2f4858" stroke-width="4" stroke-linecap="round" />
  </>
);

const Candle = () => (
  <>
    <rect width="320" height="240" fill="#f1e2b8" />
    <circle cx="160" cy="76" r="58" fill="#f7edcf" />
    <ellipse cx="160" cy="204" rx="84" ry="9" fill="#dcc88f" />
    <path d="M160 34c18 24 22 36 22 46a22 22 0 0 1-44 0c0-10 4-22 22-46z" fill="#f0a93b" />
    <path d="M160 62c9 11 11 17 11 23a11 11 0 0 1-22 0c0-6 2-12 11-23z" fill="#fff6dc" />
    <path d="M160 96v16" stroke="#2f2a26" stroke-width="5" stroke-linecap="round" />
    <rect x="128" y="110" width="64" height="88" rx="8" fill="#d9a441" />
    <path d="M128 118c0-5 4-8 8-8h12v88h-12c-4 0-8-3-8-8z" fill="#e6bb66" />
    <path d="M172 110h12c4 0 8 3 8 8v24c0 7-9 7-9 0v-8c0-7-11-6-11-14z" fill="#f7dc9b" />
    <path d="M100 194h120l-12 16H112z" fill="#2f4858" />
  </>
);

const Parcel = () => (
  <>
    <rect width="320" height="240" fill="#e4ddd2" />
    <path d="M80 84l80-34 80 34v94l-80 36-80-36z" fill="#b58a5b" />
    <path d="M80 84l80 34 80-34-80-34z" fill="#cfa878" />
    <path d="M160 118v96" stroke="#96703f" stroke-width="5" />
  </>
);

const ART: Record<string, () => JSX.Element> = {
  'stoneware-teapot': Teapot,
  'linen-notebook': Notebook,
  'wool-blanket': Blanket,
  'brass-lantern': Lantern,
  'tulip-print': Tulips,
  'beeswax-candle': Candle,
};

/** A product's picture. Decorative, because the name is next to it. */
export function Art({ slug }: { slug: string }) {
  const Picture = ART[slug] ?? Parcel;
  return (
    <svg class="art" viewBox="0 0 320 240" preserveAspectRatio="xMidYMid slice" aria-hidden="true" focusable="false">
      <Picture />
    </svg>
  );
}

/** The shop's logo: a bridge over water. */
export function Mark() {
  return (
    <svg class="mark" viewBox="0 0 40 40" aria-hidden="true" focusable="false">
      <path d="M3 27c8 0 8-14 17-14s9 14 17 14" fill="none" stroke="currentColor" stroke-width="3.4" />
      <path d="M3 20h34M11 20v4M20 13v7M29 20v4" fill="none" stroke="currentColor" stroke-width="2.4" />
      <path d="M6 33q3.500 -3 7 0t7 0 7 0 7 0" fill="none" stroke="currentColor" stroke-width="2.4" opacity=".55" />
    </svg>
  );
}
