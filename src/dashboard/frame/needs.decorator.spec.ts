import { describe, expect, it } from '@jest/globals';
import { Get, Post } from '@nestjs/common';
import { checkNeeds, formOf, Needs } from './needs.decorator.js';

class Complete {
  @Get()
  show(): void {}

  @Post()
  @Needs('refunds')
  send(): void {}

  @Post(':move')
  @Needs({ parameter: 'move', actions: { pause: 'everything' } })
  steer(): void {}
}

class Forgotten {
  @Get()
  show(): void {}

  @Post(':action')
  act(): void {}
}

describe('what the form of a route needs', () => {
  it('must be declared, or the application does not start', () => {
    expect(() => checkNeeds(Complete)).not.toThrow();
    expect(() => checkNeeds(Forgotten)).toThrow(
      'Forgotten.act takes a form and does not say which right that needs: add @Needs to it.',
    );
  });

  it('is that of the action in the request, for any name of the parameter', () => {
    const needs = { parameter: 'verb', actions: { cancel: 'refunds', decide: 'everything' } } as const;
    const of = (verb: string) => formOf('/refunds/:id/:verb', needs, { id: 'r1', verb });
    expect(of('cancel')).toEqual({ route: '/refunds/:id/cancel', need: 'refunds' });
    expect(of('decide')).toEqual({ route: '/refunds/:id/decide', need: 'everything' });
  });

  it('is everything if nothing is declared, or for an action that is not listed', () => {
    expect(formOf('/refunds', undefined, {}).need).toBe('everything');
    const needs = { parameter: 'action', actions: { cancel: 'refunds' } } as const;
    for (const action of ['', 'other', 'constructor', 'cancel\n'])
      expect(formOf('/refunds/:action', needs, { action })).toEqual({ route: '/refunds/:action', need: 'everything' });
  });
});
