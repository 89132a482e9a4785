/** A Redis server of a test. */
export interface RedisServer {
  /** Contains the password. */
  readonly url: string;
  readonly version: string;
  stop(): Promise<void>;
  /** By SIGKILL. */
  kill(): Promise<void>;
  /** Starts a killed server again, on the same port. */
  restart(): Promise<void>;
  signal(name: NodeJS.Signals): boolean;
}

/** Starts one on a free port of the loopback interface; all its files are below `folder`. */
export function startRedisServer(where: { binary: string; folder: string }): Promise<RedisServer>;

/** Sends one command to the server at `url`, and returns its answer. @throws if it cannot be reached */
export function askRedis(url: string, command: string, ...values: string[]): Promise<unknown>;
