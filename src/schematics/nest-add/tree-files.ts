import type { Tree } from '@angular-devkit/schematics';
import type { ProjectFiles } from '../project/nest-project.js';

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
    pathsBelow: (folder) => {
      const paths: string[] = [];
      tree.getDir(folder).visit((path) => paths.push(path.replace(/^\//, '')));
      return paths.filter((path) => !path.includes('node_modules/'));
    },
  };
}
