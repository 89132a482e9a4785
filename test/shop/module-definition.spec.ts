import { describe, expect, it } from '@jest/globals';
import { Test } from '@nestjs/testing';
import { TillbridgeClientModule, TillbridgeModule, type TillbridgeExtras } from 'tillbridge';
import { shopOptions } from '../support/shop-host.js';

type Part = Readonly<Record<'imports' | 'exports' | 'controllers' | 'providers', readonly unknown[] | undefined>> & {
  readonly module: { readonly name: string };
  readonly global?: boolean;
};

const isPart = (value: unknown): value is Part => typeof value === 'object' && value !== null && 'module' in value;
const nameOf = (value: unknown): string => {
  if (isPart(value)) return value.module.name;
  return typeof value === 'function' ? value.name : String(value);
};
const listOf = (values: readonly unknown[] | undefined): string => (values ?? []).map(nameOf).join(' ');

/** A module in a line: what it is made of, by name. */
const lineOf = (part: Part): string =>
  [
    nameOf(part),
    `imports ${listOf(part.imports)}`,
    `controllers ${(part.controllers ?? []).length}`,
    ...(part.exports === undefined ? [] : [`exports ${listOf(part.exports)}`]),
  ].join('; ');
const outlineOf = (extras: TillbridgeExtras): string => {
  const composed = TillbridgeModule.forRoot({ ...shopOptions(), ...extras }) as unknown as Part;
  return [`global ${composed.global}`, lineOf(composed), ...(composed.imports ?? []).filter(isPart).map(lineOf)].join(
    '\n',
  );
};

describe('the module that a host imports', () => {
  it('is made of features, each with those that it builds on', () => {
    expect(outlineOf({})).toMatchSnapshot();
  });

  it('has a page to return to, and is not global, where that was asked for', () => {
    const plain = outlineOf({}).split('\n');
    const asked = outlineOf({ returnPage: { path: 'back' }, isGlobal: false } as TillbridgeExtras).split('\n');
    expect(asked.filter((line) => !plain.includes(line))).toMatchSnapshot();
  });

  it('says what is missing where configuration was not loaded, and where nothing makes the options', async () => {
    for (const loaded of [undefined, null]) {
      const options = loaded as unknown as ReturnType<typeof shopOptions>;
      for (const module of [TillbridgeModule, TillbridgeClientModule]) {
        // The host of the other one has no database here.
        const made = Test.createTestingModule({ imports: [module.forRoot(options)] }).compile();
        await expect(made).rejects.toThrow(module === TillbridgeClientModule ? /terminalGroups/ : /DataSource/);
        expect(() => module.forRootAsync(loaded as unknown as { useFactory: typeof shopOptions })).toThrow(
          /useFactory/,
        );
        expect(() => module.forRootAsync({})).toThrow(/needs one of useFactory, useClass, useExisting/);
      }
    }
  });

  it('refuses what is misspelt beside a factory, and leaves the rest to the check of the options', () => {
    const factory = { useFactory: shopOptions };
    expect(() => TillbridgeModule.forRootAsync({ ...factory, isGlobl: true } as typeof factory)).toThrow(/isGlobl/);
    expect(() => TillbridgeModule.forRootAsync({ ...factory, isGlobal: true })).not.toThrow();
    expect(() =>
      TillbridgeModule.forRoot({ ...shopOptions(), isGlobl: true } as ReturnType<typeof shopOptions>),
    ).not.toThrow();
  });
});
