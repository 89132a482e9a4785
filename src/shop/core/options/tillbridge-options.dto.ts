import 'reflect-metadata';
import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayNotEmpty,
  IsBoolean,
  ArrayUnique,
  IsArray,
  IsIn,
  IsInt,
  IsObject,
  IsOptional,
  IsString,
  IsUrl,
  Matches,
  Max,
  Min,
  ValidateNested,
} from 'class-validator';
import { CURRENCIES } from '../../../protocol/index.js';
import { CallOptionsDto } from './call-options.dto.js';
import { EntranceOptionsDto } from './entrance.options.js';
import type { KeyProbeRule } from './api-key.options.js';
import type { TerminalGroupMode } from './tillbridge.options.js';
import type { RefundRuleOptions } from '../refund-rules/refund-rules.types.js';
import { PollingOptionsDto } from './polling.options.js';
import { RetentionOptionsDto } from './retention.options.js';
import { EffectsOptionsDto, IsPatience } from './work.options.js';

const MAX_KEYS = 4;
const MAX_ALIASES = 10;
const GROUP_NAME = /^[A-Za-z0-9_-]{1,64}$/;
const PROBE_RULES: readonly KeyProbeRule[] = ['off', 'warn', 'refuse'];

/** An address that paths are put behind; what stands in it is shown, so no password may. */
const IsServiceUrl = (name: string): PropertyDecorator =>
  IsUrl(
    {
      protocols: ['https', 'http'],
      require_protocol: true,
      require_tld: false,
      disallow_auth: true,
      allow_query_components: false,
      allow_fragments: false,
    },
    { message: `${name} must be an absolute http(s) URL without user name, query and fragment` },
  );

/** Shape of one terminal group's options, for class-validator. Messages never repeat a value: it may be a key. */
export class TerminalGroupOptionsDto {
  @Matches(GROUP_NAME, { message: 'name must be 1 to 64 letters, digits, - or _' })
  name: string;

  @IsIn(['live', 'test', 'sandbox'], { message: 'mode must be live, test or sandbox' })
  mode: TerminalGroupMode;

  @IsArray({ message: 'apiKeys must be a list of one to four keys' })
  @ArrayNotEmpty({ message: 'apiKeys must hold at least one key (the API key also signs notifications, spec §5.2)' })
  @ArrayMaxSize(MAX_KEYS, { message: `apiKeys may hold at most ${MAX_KEYS} keys` })
  apiKeys: unknown[];

  @IsString({ message: 'notificationUrl must be the absolute URL the service calls' })
  notificationUrl: string;

  @IsOptional()
  @IsServiceUrl('baseUrl')
  baseUrl?: string;

  @IsOptional()
  @IsIn(['header', 'query'], { message: 'apiKeyIn must be header or query' })
  apiKeyIn?: 'header' | 'query';

  @IsOptional()
  @IsInt({ message: 'timeoutMs must be a whole number of milliseconds' })
  @Min(1_000, { message: 'timeoutMs must be at least 1000' })
  @Max(120_000, { message: 'timeoutMs must be at most 120000' })
  timeoutMs?: number;

  @IsOptional()
  @IsArray({ message: 'currencies must be a list' })
  @ArrayNotEmpty({ message: 'currencies must hold at least one currency' })
  @IsIn(CURRENCIES, { each: true, message: 'each of currencies must be an ISO 4217 code in capitals' })
  currencies?: string[];

  @IsOptional()
  @Matches(/^[A-Za-z0-9_-]{1,20}$/, { message: 'orderIdPrefix must be 1 to 20 letters, digits, - or _' })
  orderIdPrefix?: string;

  @IsOptional()
  @IsArray({ message: 'aliases must be a list of names' })
  @ArrayMaxSize(MAX_ALIASES, { message: `aliases may hold at most ${MAX_ALIASES} names` })
  @Matches(GROUP_NAME, { each: true, message: 'each of aliases must be 1 to 64 letters, digits, - or _' })
  aliases?: string[];

  @IsOptional()
  @ValidateNested({ message: 'calls must be an object' })
  @Type(() => CallOptionsDto)
  calls?: CallOptionsDto;

  @IsOptional()
  @ValidateNested({ message: 'notifications must be an object' })
  @Type(() => EntranceOptionsDto)
  notifications?: EntranceOptionsDto;

  @IsOptional()
  @ValidateNested({ message: 'polling must be an object' })
  @Type(() => PollingOptionsDto)
  polling?: PollingOptionsDto;

  @IsOptional()
  @IsObject({ message: 'refunds must be an object' })
  refunds?: RefundRuleOptions;

  @IsOptional()
  @IsIn(['cancel', 'keep-open'], { message: 'onAbandoned must be cancel or keep-open' })
  onAbandoned?: 'cancel' | 'keep-open';

  @IsOptional()
  @IsBoolean({ message: 'allowTip must be true or false' })
  allowTip?: boolean;

  @IsOptional()
  @IsInt({ message: 'readLagMs must be a whole number of milliseconds' })
  @Min(0, { message: 'readLagMs must be at least 0' })
  @Max(60_000, { message: 'readLagMs must be at most 60000' })
  readLagMs?: number;

  @IsOptional()
  @IsIn(PROBE_RULES, { message: 'probe must be off, warn or refuse' })
  probe?: KeyProbeRule;

  @IsOptional()
  @IsServiceUrl('otherModeUrl')
  otherModeUrl?: string;
}

/** Shape of the module's options, for class-validator. */
export class TillbridgeOptionsDto {
  @IsArray({ message: 'terminalGroups must be a list' })
  @ArrayNotEmpty({ message: 'terminalGroups must hold at least one terminal group' })
  @ArrayUnique((group: TerminalGroupOptionsDto) => group?.name, { message: 'terminalGroups must have unique names' })
  @ValidateNested({ each: true, message: 'each of terminalGroups must be an object' })
  @Type(() => TerminalGroupOptionsDto)
  terminalGroups: TerminalGroupOptionsDto[];

  @IsOptional()
  @IsString({ message: 'timeZone must be an IANA zone name such as Europe/Amsterdam' })
  timeZone?: string;

  @IsOptional()
  @IsIn(['inline', 'off'], { message: 'workers must be inline or off' })
  workers?: 'inline' | 'off';

  @IsOptional()
  @IsBoolean({ message: 'requireTables must be true or false' })
  requireTables?: boolean;

  @IsOptional()
  @ValidateNested({ message: 'effects must be an object' })
  @Type(() => EffectsOptionsDto)
  effects?: EffectsOptionsDto;

  @IsOptional()
  @ValidateNested({ message: 'retention must be an object' })
  @Type(() => RetentionOptionsDto)
  retention?: RetentionOptionsDto;

  @IsPatience()
  shutdownPatienceMs?: number;

  @IsOptional()
  @IsIn(PROBE_RULES, { message: 'probe must be off, warn or refuse' })
  probe?: KeyProbeRule;
}
