import { expect, it } from '@jest/globals';
import { tapTelemetry } from '../../../../test/support/telemetry-lines.js';
import { fresh } from '../../../../test/support/observations.js';
import type { TransitionEntity } from '../entities/transition.entity.js';
import { countObservations, countTransitions, ledgerAttributes } from './ledger-telemetry.js';
import type { ObserveOutcome } from './ledger.types.js';

const [A, B] = [
  { group: 'web', serviceOrderId: 'A', source: 'poll' },
  { group: 'till', serviceOrderId: 'B', source: 'notification' },
] as const;

it('says of a transaction what is observed in it, and of one observation which order it is about', () => {
  expect([[], [A], [A, B]].map(ledgerAttributes)).toMatchInlineSnapshot(`
   [
     {
       "tillbridge.batch.size": 0,
       "tillbridge.observation.source": "",
     },
     {
       "tillbridge.batch.size": 1,
       "tillbridge.observation.source": "poll",
       "tillbridge.order.id": "A",
       "tillbridge.terminal_group": "web",
     },
     {
       "tillbridge.batch.size": 2,
       "tillbridge.observation.source": "poll",
     },
   ]
  `);
});

it('counts what was observed and changed', () => {
  const lines: string[] = [];
  const end = tapTelemetry((line) => lines.push(line));
  const ask = { kind: 'ask', reason: 'read-too-soon', next: fresh } as const;
  const outcomes: ObserveOutcome[] = [{ kind: 'duplicate', reason: 'same' }, ask, { ...ask, notBefore: 5 }];
  countObservations([A, B, A, B], outcomes);
  countTransitions([
    { group: 'till', kind: 'completed', source: 'poll' },
    { group: 'web', kind: 'voided', source: 'return' },
  ] as TransitionEntity[]);
  end();
  expect(lines).toMatchInlineSnapshot(`
   [
     "metric observations +1: terminal_group web, observation.source poll, observation.decision duplicate",
     "metric observations +1: terminal_group till, observation.source notification, observation.decision ask",
     "metric reads.confirming +1: terminal_group web, observation.source poll",
     "metric observations +1: terminal_group web, observation.source poll, observation.decision ask",
     "metric observations +1: terminal_group till, observation.source notification, observation.decision ",
     "metric transitions +1: terminal_group till, transition.kind completed, observation.source poll",
     "metric transitions +1: terminal_group web, transition.kind voided, observation.source return",
   ]
  `);
});
