/** A Redis server of a test. */
export interface RedisServer {
  /** With the password. */
  readonly url: string;
  readonly version: string;
  stop(): Promise<void>;
  /** By SIGKILL. */
  kill(): Promise<void>;
  /** Starts one that was killed again, on the same port. */
  restart(): Promise<void>;
  signal(name: NodeJS.Signals): boolean;
}

/** Starts one on a free port of the loopback interface; everything it needs stands below `folder`. */
export function startRedisServer(where: { binary: string; folder: string }): Promise<RedisServer>;

/** Sends one command to the server at `url`, and gives its answer. @throws when it cannot be reached */
export function askRedis(url: string, command: string, ...values: string[]): Promise<unknown>;
