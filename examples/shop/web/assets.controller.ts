import { Controller, Get, NotFoundException, Param, StreamableFile } from '@nestjs/common';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const TYPES: Readonly<Record<string, string>> = {
  'shop.css': 'text/css; charset=utf-8',
  'orders.css': 'text/css; charset=utf-8',
  'live.js': 'text/javascript; charset=utf-8',
  'icon.svg': 'image/svg+xml',
};

/** The files stand with the sources, whether this runs from there or compiled from `dist`. */
const packageRoot = dirname(createRequire(import.meta.url).resolve('tillbridge/package.json'));
const FILES = new Map(
  Object.keys(TYPES).map((name) => [name, readFileSync(join(packageRoot, 'examples/shop/assets', name))]),
);

/** `/assets/…`: a handful of files, read once; no name from outside ever becomes a path. */
@Controller('assets')
export class AssetsController {
  @Get(':name')
  file(@Param('name') name: string): StreamableFile {
    const content = FILES.get(name);
    if (!content) throw new NotFoundException('There is no such file.');
    return new StreamableFile(content, { type: TYPES[name] ?? 'application/octet-stream' });
  }
}
