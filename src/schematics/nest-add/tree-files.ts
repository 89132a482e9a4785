import type { DirEntry, Tree } from '@angular-devkit/schematics';
import type { ProjectFiles } from '../project/nest-project.js';

/** Folders without source of the project. */
const FOREIGN = /^(node_modules|dist|coverage|\..*)$/;

/** Every file below a folder, without installed and compiled files. */
function pathsIn(folder: DirEntry): string[] {
  const here = folder.subfiles.map((name) => `${folder.path}/${name}`.replace(/^\/+/, ''));
  const below = folder.subdirs.filter((name) => !FOREIGN.test(name)).flatMap((name) => pathsIn(folder.dir(name)));
  return [...here, ...below];
}

/**
 * The generator's tree as the files of a project.
 *
 * @param tree - the changed project; the generator writes it to the disk if the schematic succeeds
 */
export function treeFiles(tree: Tree): ProjectFiles {
  return {
    exists: (path) => tree.exists(path),
    readText: (path) => tree.readText(path),
    create: (path, text) => tree.create(path, text),
    overwrite: (path, text) => tree.overwrite(path, text),
    pathsBelow: (folder) => pathsIn(tree.getDir(folder)),
  };
}
