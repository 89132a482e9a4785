/** What the path of a request to the notification route names. */
export interface RouteParams {
  readonly group: string;
  readonly capability?: string;
}

/** What a target in absolute form begins with; platforms look for the route behind it. */
const ORIGIN = /^https?:\/\/[^/?#\\;\s]+(?=\/)/i;
/** Paths that every platform cuts at the same places: at each slash, and nowhere else. */
const PLAIN = /^\/[^\\;#\s]*$/;

/**
 * Recognises the notification route in what a request line says. Platforms read odd targets differently: one turns `\`
 * into `/` when there is a `#`, one ends the path at `;`, both forget what comes after `#`. Anyone who is found by the
 * platform and not here would have his body parsed before his signature is judged.
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
   * @returns what its path names; `odd` when it may be the route and no two platforms agree; `null` when it is not
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

/** One platform decodes a path before it looks for a route, the other only what the route's parameters take. */
function readable(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
