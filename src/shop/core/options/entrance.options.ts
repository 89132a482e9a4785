import { ArrayMaxSize, IsArray, IsOptional, IsString, MinLength, type ValidationOptions } from 'class-validator';
import { MAX_NOTIFICATION_URL_LENGTH } from '../../../protocol/index.js';
import { coversAll, isNetwork } from '../../../support/index.js';
import { Flag, Read } from '../../../support/fields/field.decorators.js';
import { readList, type FieldReading } from '../../../support/fields/field-reading.js';

const MAX_SECRETS = 4;
const MIN_SECRET_LENGTH = 16;
const MAX_NETWORKS = 200;
/** Characters that a capability adds to the URL, the slash not counted. */
export const CAPABILITY_LENGTH = 32;

const NETWORK_HINT = 'must be an address or a network, such as 192.0.2.7 or 192.0.2.0/24';
const text = (message: string): ValidationOptions => ({ message });
const eachText = (message: string): ValidationOptions => ({ each: true, message });

/** Reads a list of addresses and networks. An entry that is neither is a fault, named by its place. */
const readNetworks: FieldReading = (networks, { path, faults }) => {
  for (const [index, network] of (Array.isArray(networks) ? networks : []).entries()) {
    if (!isNetwork(network)) faults.push({ path: `${path}.${index}`, message: NETWORK_HINT });
  }
  return readList(networks, { path, faults });
};

/**
 * The option `trustedProxies`. A list that trusts all addresses is refused: each caller could then claim any address.
 */
export const readProxies: FieldReading = (proxies, { path, faults }) => {
  if (!Array.isArray(proxies)) {
    const message = 'must be a list of addresses and networks; a number of hops, or true, can be made up by the caller';
    faults.push({ path, message });
  }
  for (const [index, network] of (Array.isArray(proxies) ? proxies : []).entries()) {
    if (isNetwork(network) && coversAll(network))
      faults.push({ path: `${path}.${index}`, message: "trusts every address there is; name the proxies' own" });
  }
  return readNetworks(proxies, { path, faults });
};

/**
 * Who may send requests to a terminal group's notification URL. A valid signature is required in any case.
 *
 * @example
 * const notifications: EntranceOptions = { allowedSources: ['192.0.2.0/24'], byGet: true };
 */
export class EntranceOptions {
  /**
   * Addresses the service sends from, as `192.0.2.7` or `192.0.2.0/24`; requests from other addresses are refused. Default:
   * not checked, as the service publishes no such list. Behind a proxy, name the proxy in `trustedProxies`.
   */
  @IsOptional()
  @Read(readNetworks)
  @IsArray(text('allowedSources must be a list of addresses and networks'))
  @ArrayMaxSize(MAX_NETWORKS, text(`allowedSources may hold at most ${MAX_NETWORKS} entries`))
  allowedSources?: string[];

  /**
   * One to four secrets of at least 16 characters. With them the notification URL of each new order ends in a part that
   * cannot be guessed, and a request without that part is refused before anything else is checked. The first secret makes new
   * URLs, all are accepted. Default: none. The URL registered at the service itself has no such part and is refused then.
   */
  @Read(readList)
  @IsArray(text('capabilitySecrets must be a list of one to four secrets'))
  @ArrayMaxSize(MAX_SECRETS, text(`capabilitySecrets may hold at most ${MAX_SECRETS} secrets`))
  @IsString(eachText('each of capabilitySecrets must be text'))
  @MinLength(
    MIN_SECRET_LENGTH,
    eachText(`each of capabilitySecrets must have at least ${MIN_SECRET_LENGTH} characters`),
  )
  capabilitySecrets?: string[] = [];

  /**
   * Whether notifications by GET are accepted (spec §4.4). They are unsigned: all that one can do is bring forward the next
   * poll of an unfinished order, at most once in ten seconds. Default false.
   */
  @Flag()
  byGet?: boolean = false;
}

/** Rules about a terminal group's entrance that decorators cannot express. */
export function entranceFaults({ capabilitySecrets = [] }: EntranceOptions, notificationUrl: string): string[] {
  const most = MAX_NOTIFICATION_URL_LENGTH - CAPABILITY_LENGTH - 1;
  const faults: string[] = [];
  if (!(capabilitySecrets.length > 0)) return faults;
  if (notificationUrl.includes('?')) {
    faults.push(
      'notificationUrl: must have no query where capabilitySecrets are used; they are the last part of the path',
    );
  }
  if (notificationUrl.length > most) {
    faults.push(
      `notificationUrl: may have at most ${most} characters where capabilitySecrets are used, which add to it`,
    );
  }
  return faults;
}
