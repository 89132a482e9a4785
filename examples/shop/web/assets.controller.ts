import { Controller, Get, NotFoundException, Param, StreamableFile } from '@nestjs/common';
import { existsSync, readFileSync } from 'node:fs';

const TYPES: Readonly<Record<string, string>> = {
  'shop.css': 'text/css; charset=utf-8',
  'orders.css': 'text/css; charset=utf-8',
  'live.js': 'text/javascript; charset=utf-8',
  'icon.svg': 'image/svg+xml',
};

/** The files are next to this source file or, if it is compiled to `dist`, in the repository above it. */
const FOLDER = ['../assets/', '../../../../examples/shop/assets/']
  .map((path) => new URL(path, import.meta.url))
  .find((folder) => existsSync(folder));

const read = (name: string): Buffer => readFileSync(new URL(name, FOLDER));

const FILES = new Map(Object.keys(TYPES).map((name) => [name, read(name)]));

/** `/assets/…`: a few files, read once; no name from a request becomes a path. */
@Controller('assets')
export class AssetsController {
  @Get(':name')
  file(@Param('name') name: string): StreamableFile {
    const content = FILES.get(name);
    if (!content) throw new NotFoundException('There is no such file.');
    return new StreamableFile(content, { type: TYPES[name] ?? 'application/octet-stream' });
  }
}
