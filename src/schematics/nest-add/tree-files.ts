import type { DirEntry, Tree } from '@angular-devkit/schematics';
import type { ProjectFiles } from '../project/nest-project.js';

/** Folders that hold nothing of the project's own source. */
const FOREIGN = /^(node_modules|dist|coverage|\..*)$/;

/** Every file below a folder; what is installed or compiled is not even looked at. */
function pathsIn(folder: DirEntry): string[] {
  const here = folder.subfiles.map((name) => `${folder.path}/${name}`.replace(/^\/+/, ''));
  const below = folder.subdirs.filter((name) => !FOREIGN.test(name)).flatMap((name) => pathsIn(folder.dir(name)));
  return [...here, ...below];
}

/**
 * The generator's tree as the files of a project.
 *
 * @param tree - the project as it will be; the generator writes it to the disk when the schematic has ended well
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
