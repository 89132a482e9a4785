/** How it is asked whether a container works. */
export interface ComposeHealthcheck {
  readonly test: readonly string[];
}

/** A service of a compose file. */
export interface ComposeService {
  readonly image: string;
  readonly command?: readonly string[];
  readonly working_dir?: string;
  readonly volumes?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly ports?: readonly string[];
  readonly healthcheck?: ComposeHealthcheck;
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>;
  readonly stop_grace_period?: string;
  readonly deploy?: { readonly replicas: number };
}

/** A compose file. */
export interface ComposeFile {
  readonly services: Readonly<Record<string, ComposeService>>;
  readonly volumes?: Readonly<Record<string, unknown>>;
}

/** Reads a compose file; anchors and merges are resolved, a number is one. */
export function readComposeFile(path: string): ComposeFile;
