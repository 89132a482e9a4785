/** An example that was copied and compiled. */
export interface ExampleProject {
  readonly folder: string;
  /** The `node_modules` with its dependencies. */
  readonly modules: string;
  remove(): void;
}

export function makeProject(name: string, how: { readonly isInstalled: boolean }): ExampleProject;
