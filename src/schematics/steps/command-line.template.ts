/** What the command line needs to open the application as `main.ts` does. */
export interface CommandLineFacts {
  /** The compiled root module, relative to the root of the project: `./dist/app.module.js`. */
  readonly compiledModule: string;
  /** The name of its class. */
  readonly moduleName: string;
  readonly isFastify: boolean;
  /** The calls on `app`, and their imports from `@nestjs/common`; see `MainSettings`. */
  readonly calls: readonly string[];
  readonly names: readonly string[];
}

const importLine = (names: readonly string[], from: string): string => `import { ${names.join(', ')} } from '${from}';`;

function importLines({ isFastify, names }: CommandLineFacts): string[] {
  return [
    ...(names.length > 0 ? [importLine([...names].sort(), '@nestjs/common')] : []),
    importLine(['NestFactory'], '@nestjs/core'),
    ...(isFastify ? [importLine(['FastifyAdapter'], '@nestjs/platform-fastify')] : []),
    importLine(['defineConfig'], 'tillbridge'),
  ];
}

function creation({ isFastify, calls }: CommandLineFacts): string {
  const given = `module, ${isFastify ? 'new FastifyAdapter(), ' : ''}{ ...options, rawBody: true }`;
  if (calls.length === 0) return `create: (module, options) => NestFactory.create(${given})`;
  const lines = [`const app = await NestFactory.create(${given})`, ...calls, 'return app'];
  const body = lines.map((line) => `    ${line.replaceAll('\n', '\n    ')};\n`).join('');
  return `create: async (module, options) => {\n${body}  }`;
}

/** `tillbridge.config.mjs`: how the command line opens the application. The application must be built first. */
export const commandLineConfig = (facts: CommandLineFacts): string => `\
${importLines(facts).join('\n')}

/** How the command line (npx tillbridge doctor, explain, refund …) opens your application, as main.ts does. Build it first. */
export default defineConfig({
  module: async () => (await import('${facts.compiledModule}')).${facts.moduleName},
  ${creation(facts)},
});
`;
