/** The names in the path of a request to the notification route. */
export interface RouteParams {
  readonly group: string;
  readonly capability?: string;
}

/** The beginning of a target in absolute form; platforms search for the route behind it. */
const ORIGIN = /^https?:\/\/[^/?#\\;\s]+(?=\/)/i;
/** Paths that every platform splits at the same places: at each slash, and nowhere else. */
const PLAIN = /^\/[^\\;#\s]*$/;

/**
 * Recognises the notification route in a request line. Platforms read odd targets differently: one turns `\` into `/` when
 * there is a `#`, one ends the path at `;`, both drop what comes after `#`. If the platform found a request and this class
 * did not, its body would be parsed before its signature is verified.
 */
export class NotificationRoute {
  private readonly routes: readonly (readonly string[])[];
  private readonly anywhere: string;

  /**
   * @param path - of the route, without the group
   * @param globalPrefix - of the host; the route is served below it, or without it where the host excludes it
   */
  constructor(path: string, globalPrefix: string) {
    const [route, prefix] = [partsOf(path.toLowerCase()), partsOf(globalPrefix.toLowerCase())];
    this.routes = [[...prefix, ...route], route];
    this.anywhere = `/${[...route, ''].join('/')}`;
  }

  /**
   * @param target - of the request line
   * @returns the names in its path; `odd` when platforms disagree whether it is the route; `null` when it is not
   */
  read(target: string): RouteParams | 'odd' | null {
    const path = target.split('?')[0]!.replace(ORIGIN, '');
    if (PLAIN.test(path)) return this.paramsOf(partsOf(path).map(readable));
    const loosest = readable(path.startsWith('/') ? path : target).replace(/[\\/]+/g, '/');
    return loosest.toLowerCase().includes(this.anywhere) ? 'odd' : null;
  }

  private paramsOf(parts: readonly string[]): RouteParams | null {
    const route = this.routes.find((each) => each.every((part, index) => part === parts[index]?.toLowerCase()));
    const [group, capability, ...rest] = parts.slice(route?.length ?? parts.length);
    if (group === undefined || rest.length > 0) return null;
    return capability === undefined ? { group } : { group, capability };
  }
}

const partsOf = (path: string): string[] => path.split('/').filter((part) => part !== '');

/** One platform decodes a path before it searches for a route, the other one only the route's parameters. */
function readable(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
