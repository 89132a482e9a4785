/** How specs, and what runs the sources as they are, compile TypeScript: Nest and TypeORM go by the types of what is decorated. */
export const SWC_OPTIONS = {
  swcrc: false,
  module: { type: 'es6' },
  jsc: {
    target: 'es2022',
    keepClassNames: true,
    parser: { syntax: 'typescript', decorators: true, tsx: true },
    transform: {
      legacyDecorator: true,
      decoratorMetadata: true,
      useDefineForClassFields: false,
      react: { runtime: 'automatic', importSource: 'preact' },
    },
  },
};
