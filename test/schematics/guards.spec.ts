import { describe, expect, it } from '@jest/globals';
import { addTo } from './memory-project.js';

const MODULE = 'src/app.module.ts';

const provided = (provider: string, more = ''): string => `import { Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
${more}
@Module({ providers: [{ provide: APP_GUARD, ${provider} }] })
export class AppModule {}
`;

const guard = (reads: string, more = ''): string => `import { IS_PUBLIC_KEY } from './public.decorator.js';
${more}
export class LoginGuard {
  constructor(private readonly reflector: Reflector) {}
  canActivate(context) {
    return ${reads};
  }
}
`;

const READS_KEY =
  'this.reflector.getAllAndOverride<boolean>(IS_PUBLIC_KEY, [context.getHandler(), context.getClass()])';

const DECORATOR = `import { SetMetadata } from '@nestjs/common';
export const IS_PUBLIC_KEY = 'isPublic';
export const Public = () => SetMetadata(IS_PUBLIC_KEY, true);
`;

/** A shop with a guard before every route, and the decorator by which the guard lets routes through. */
const files = {
  [MODULE]: provided('useClass: LoginGuard'),
  'src/auth/login.guard.ts': guard(READS_KEY),
  'src/auth/public.decorator.ts': DECORATOR,
};

describe('a guard before every route of the shop', () => {
  it('lets notifications through by the decorator that it reads', () => {
    const { read, handwork } = addTo(files);

    expect(handwork).toEqual([]);
    expect(read(MODULE)).toContain('notificationDecorators: [Public()],');
    expect(read(MODULE)).toContain("import { Public } from './auth/public.decorator.js';");
  });

  it.each([
    ['a function', 'export function Public() {\n  return SetMetadata(IS_PUBLIC_KEY, true);\n}\n', 'Public()'],
    ['a value', 'export const Public = SetMetadata(IS_PUBLIC_KEY, true);\n', 'Public'],
    ['a function with a usual value', 'export const Skip = (is = true) => SetMetadata(IS_PUBLIC_KEY, is);\n', 'Skip()'],
    [
      'several in one',
      'export const IsPublic = () => applyDecorators(SetMetadata(IS_PUBLIC_KEY, true), Other());\n',
      'IsPublic()',
    ],
    ['the text itself', "export const Public = () => SetMetadata('isPublic', true);\n", 'Public()'],
  ])('is understood when the decorator is %s', (_how, text, expected) => {
    const key = "export const IS_PUBLIC_KEY = 'isPublic';\n";
    const { read } = addTo({ ...files, 'src/auth/public.decorator.ts': key + text });

    expect(read(MODULE)).toContain(`notificationDecorators: [${expected}],`);
  });

  it("is understood when the decorator is one of Nest's reflector", () => {
    const { read } = addTo({
      ...files,
      'src/auth/login.guard.ts': guard(
        'this.reflector.get(Public, context.getClass())',
        "import { Public } from './public.decorator.js';",
      ),
      'src/auth/public.decorator.ts': 'export const Public = Reflector.createDecorator<boolean>();\n',
    });

    expect(read(MODULE)).toContain('notificationDecorators: [Public(true)],');
  });

  it.each(['new LoginGuard(app.get(Reflector))', 'app.get(LoginGuard)', 'guard'])(
    'is seen in main.ts: %s',
    (argument) => {
      const main = `import { NestFactory } from '@nestjs/core';
import { AppModule } from './app.module.js';
const app = await NestFactory.create(AppModule);
const guard = new LoginGuard();
app.useGlobalGuards(${argument});
`;
      const { read } = addTo({
        ...files,
        [MODULE]: "import { Module } from '@nestjs/common';\n@Module({})\nexport class AppModule {}\n",
        'src/main.ts': main,
      });
      expect(read(MODULE)).toContain('notificationDecorators: [Public()],');
    },
  );

  it('is let by when it limits requests, together with another', () => {
    const two = provided('useClass: ThrottlerGuard }, { provide: APP_GUARD, useExisting: LoginGuard');
    const { read, outcomes } = addTo({ ...files, [MODULE]: two });

    expect(read(MODULE)).toContain('notificationDecorators: [SkipThrottle(), Public()],');
    expect(read(MODULE)).toContain("import { SkipThrottle } from '@nestjs/throttler';");
    expect(outcomes.map(({ what }) => what).join()).toContain('past ThrottlerGuard, LoginGuard');
  });
});

describe('a guard that is not understood', () => {
  it.each([
    ['reads another mark', { 'src/auth/login.guard.ts': guard("this.reflector.get('roles', context.getHandler())") }],
    ['comes from a package', { 'src/auth/login.guard.ts': undefined }],
    [
      'has a mark that asks for a value',
      { 'src/auth/public.decorator.ts': DECORATOR.replace('() =>', '(why: string) =>') },
    ],
    ['has a mark of an unclear meaning', { 'src/auth/public.decorator.ts': DECORATOR.replace('Public =', 'Marked =') }],
    [
      'has a mark that is not exported',
      { 'src/auth/public.decorator.ts': DECORATOR.replace('export const P', 'const P') },
    ],
    ['is made by a factory', { [MODULE]: provided('useFactory: () => makeGuard()') }],
  ])('is named, with what to do, when it %s', (_why, changes) => {
    const { read, handwork, outcomes } = addTo({ ...files, ...changes });

    expect(handwork).toEqual([MODULE]);
    expect(outcomes.find(({ kind }) => kind === 'by-hand')?.what).toContain('notificationDecorators: [Public()]');
    expect(read(MODULE)).toContain('TillbridgeModule.forRootAsync({ useFactory: paymentOptions })');
  });

  it('is named, with its decorator, where someone has set up the module before', () => {
    const setUp = "import { TillbridgeModule } from 'tillbridge';\nexport const payments = TillbridgeModule;\n";
    const { outcomes, read } = addTo({ ...files, 'src/payments.module.ts': setUp });

    expect(outcomes.find(({ kind }) => kind === 'by-hand')?.what).toContain('notificationDecorators: [Public()] }).');
    expect(read(MODULE)).not.toContain('notificationDecorators');
  });

  it('is named no more when someone has seen to it', () => {
    const { again, files: written, read } = addTo({ ...files, 'src/auth/login.guard.ts': guard('false') });
    written.overwrite(MODULE, read(MODULE).replace('paymentOptions })', 'paymentOptions, notificationDecorators })'));

    expect(again().outcomes.filter(({ kind }) => kind === 'by-hand')).toEqual([]);
  });
});
