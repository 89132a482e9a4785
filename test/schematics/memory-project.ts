import ts from 'typescript';
import { addEverything, type Additions } from '../../src/schematics/nest-add/add-everything.js';
import { NestProject, type ProjectFiles } from '../../src/schematics/project/nest-project.js';

type Files = Readonly<Record<string, string>>;

/** What `nest new` leaves behind, as far as it is looked at. */
export const FRESH: Files = {
  'package.json': '{\n  "type": "module",\n  "dependencies": {\n    "@nestjs/core": "^12.0.1"\n  }\n}\n',
  'src/main.ts': `import { NestFactory } from '@nestjs/core';
import { AppModule } from './app.module.js';

async function bootstrap() {
  const app = await NestFactory.create(AppModule);
  await app.listen(3000);
}
await bootstrap();
`,
  'src/app.module.ts': `import { Module } from '@nestjs/common';

@Module({
  imports: [],
  providers: [],
})
export class AppModule {}
`,
};

/** A project in memory. A file without a text is left out. */
function filesOf(texts: Readonly<Record<string, string | undefined>>): ProjectFiles {
  const files = new Map(Object.entries(texts).filter((entry): entry is [string, string] => entry[1] !== undefined));
  const write = (path: string, text: string): void => void files.set(path, text);
  return {
    exists: (path) => files.has(path),
    readText: (path) => files.get(path) ?? '',
    create: write,
    overwrite: write,
    pathsBelow: (folder) => [...files.keys()].filter((path) => folder === '' || path.startsWith(`${folder}/`)),
  };
}

/** Adds tillbridge to a project made of these files. */
export function addTo(changes: Readonly<Record<string, string | undefined>> = {}) {
  const files = filesOf({ ...FRESH, ...changes });
  const again = (): Additions => addEverything(new NestProject(files, ts, 'src'));
  const { outcomes, refusal } = again();
  const handwork = outcomes.filter(({ kind }) => kind === 'by-hand').map(({ where }) => where);
  return { outcomes, refusal, handwork, again, read: (path: string): string => files.readText(path), files };
}
