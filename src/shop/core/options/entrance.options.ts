import {
  ArrayMaxSize,
  IsArray,
  IsBoolean,
  IsOptional,
  IsString,
  MinLength,
  type ValidationOptions,
} from 'class-validator';
import { MAX_NOTIFICATION_URL_LENGTH } from '../../../protocol/index.js';
import { isEverybody, isNetwork } from '../../../support/index.js';

/** Who may come in by a terminal group's notification URL, besides having to bring a valid signature. */
export interface EntranceOptions {
  /**
   * Addresses the service sends from, as `192.0.2.7` or `192.0.2.0/24`; everybody else is refused. Default: not looked at,
   * as the service publishes no such list. Behind a proxy, name the proxy in `trustedProxies`.
   */
  allowedSources?: string[];
  /**
   * One to four secrets of at least 16 characters. From then on the notification URL of each order ends in a part that
   * cannot be guessed, and what comes without it is refused before anything else is looked at. The first makes new URLs,
   * all are accepted. Default: none. The URL registered at the service itself has no such part: it is refused then.
   */
  capabilitySecrets?: string[];
  /**
   * Whether notifications by GET are taken (spec §4.4). They are unsigned: one may only bring forward the next look at an
   * unfinished order, at most once in ten seconds. Default false.
   */
  byGet?: boolean;
}

const MAX_SECRETS = 4;
const MIN_SECRET_LENGTH = 16;
const MAX_NETWORKS = 200;
/** Characters that a capability adds to the URL, the slash not counted. */
export const CAPABILITY_LENGTH = 32;

const text = (message: string): ValidationOptions => ({ message });

/** Shape of {@link EntranceOptions}, for class-validator. Messages never repeat a value: it may be a secret. */
export class EntranceOptionsDto implements EntranceOptions {
  @IsOptional()
  @IsArray(text('allowedSources must be a list of addresses and networks'))
  @ArrayMaxSize(MAX_NETWORKS, text(`allowedSources may hold at most ${MAX_NETWORKS} entries`))
  allowedSources?: string[];

  @IsOptional()
  @IsArray(text('capabilitySecrets must be a list of one to four secrets'))
  @ArrayMaxSize(MAX_SECRETS, text(`capabilitySecrets may hold at most ${MAX_SECRETS} secrets`))
  @IsString({ each: true, message: 'each of capabilitySecrets must be text' })
  @MinLength(MIN_SECRET_LENGTH, {
    each: true,
    message: `each of capabilitySecrets must have at least ${MIN_SECRET_LENGTH} characters`,
  })
  capabilitySecrets?: string[];

  @IsOptional()
  @IsBoolean(text('byGet must be true or false'))
  byGet?: boolean;
}

const NETWORK_HINT = 'must be an address or a network, such as 192.0.2.7 or 192.0.2.0/24';

const networkFaults = (networks: unknown, path: string): string[] =>
  (Array.isArray(networks) ? networks : []).flatMap((network, index) =>
    isNetwork(network) ? [] : [`${path}.${index}: ${NETWORK_HINT}`],
  );

/** What decorators cannot say of a terminal group's entrance. */
export function entranceFaults(entrance: EntranceOptions | undefined, notificationUrl: unknown): string[] {
  const faults = networkFaults(entrance?.allowedSources, 'notifications.allowedSources');
  const wantsCapability = (entrance?.capabilitySecrets?.length ?? 0) > 0;
  if (wantsCapability && typeof notificationUrl === 'string' && notificationUrl.includes('?')) {
    faults.push(
      'notificationUrl: must have no query where capabilitySecrets are used; they are the last part of the path',
    );
  }
  if (wantsCapability && String(notificationUrl).length > MAX_NOTIFICATION_URL_LENGTH - CAPABILITY_LENGTH - 1) {
    const most = MAX_NOTIFICATION_URL_LENGTH - CAPABILITY_LENGTH - 1;
    faults.push(
      `notificationUrl: may have at most ${most} characters where capabilitySecrets are used, which add to it`,
    );
  }
  return faults;
}

/**
 * What is wrong with the option `trustedProxies`. A list that trusts everybody is no list: each caller could then say
 * what address it has.
 */
export function proxyFaults(proxies: unknown): string[] {
  if (proxies === undefined) return [];
  if (!Array.isArray(proxies)) {
    return [
      'trustedProxies: must be a list of addresses and networks; a number of hops, or true, can be made up by the caller',
    ];
  }
  const open = proxies.flatMap((network, index) =>
    isNetwork(network) && isEverybody(network)
      ? [`trustedProxies.${index}: trusts every address there is; name the proxies' own`]
      : [],
  );
  return [...networkFaults(proxies, 'trustedProxies'), ...open];
}
