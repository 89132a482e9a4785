import {
  appliesTo,
  FAULT_KINDS,
  FAULT_OPERATIONS,
  FAULT_RULES,
  type FaultOperation,
  type FaultOptions,
  type FaultState,
  type InjectedFault,
  type ScriptedFault,
} from '../core/index.js';
import type { RenderedPage } from '../../pages/page.frame.js';
import type { PageContext } from '../../pages/page-context.js';
import { merchantPage, PATHS } from './merchant.layout.js';
import { ListTable } from '../../pages/list.parts.js';
import { ActionForm, Empty, When } from '../../pages/parts.js';

/** The number of past faults on the page, newest first. */
export const SHOWN_INJECTED = 25;

// The operation with the worst faults for a shop comes first.
const OPERATIONS = [...FAULT_OPERATIONS].reverse();

/** Renders the set-up faults and those that have happened, and the forms to set up more. */
export function faultsPage(state: FaultState, context: PageContext): RenderedPage {
  const children = (
    <>
      <h1>Faults</h1>
      <p class="lead">
        Let something go wrong on purpose, and watch what the shop makes of it. A fault strikes the next requests of the
        kind it is set for.
      </p>
      <SetUp context={context} />
      <Waiting state={state} context={context} />
      <Struck injected={state.injected} context={context} />
      <Glossary />
    </>
  );
  return merchantPage({ title: 'Faults', section: PATHS.faults, context, children });
}

function SetUp({ context }: { context: PageContext }) {
  return (
    <section class="card" aria-labelledby="set-up">
      <div class="head">
        <h2 id="set-up">Set one up</h2>
      </div>
      <div class="body">
        <ActionForm action={PATHS.faults} context={context}>
          <div class="form">
            <div class="field">
              <label for="fault">What goes wrong</label>
              <select id="fault" name="fault" required>
                {OPERATIONS.map((operation) => (
                  <optgroup key={operation} label={OPERATION_TEXTS[operation]}>
                    {FAULT_KINDS.filter((kind) => appliesTo(kind, operation)).map((kind) => (
                      <option key={kind} value={`${operation} ${kind}`}>
                        {operation}: {kind}
                      </option>
                    ))}
                  </optgroup>
                ))}
              </select>
            </div>
            <NumberField name="times" label="How many times in a row" value="1" />
            <NumberField name="delayMs" label="Delay in ms, if it delays" />
            <NumberField name="status" label="HTTP status, if it answers" />
            <button class="button main" type="submit" name="do" value="next">
              Set up
            </button>
          </div>
        </ActionForm>
      </div>
    </section>
  );
}

const OPERATION_TEXTS = {
  notification: 'Notifications to the shop',
  create: 'Create an order',
  read: 'Read an order',
  update: 'Update an order',
  refund: 'Refund',
  list: 'List transactions',
  other: 'Every other call',
} as const;

function NumberField({ name, label, value }: { name: string; label: string; value?: string }) {
  return (
    <div class="field">
      <label for={name}>{label}</label>
      <input id={name} type="number" name={name} value={value} min={0} step={1} />
    </div>
  );
}

function Waiting({ state: { scripted, chance }, context }: { state: FaultState; context: PageContext }) {
  const isQuiet = scripted.length === 0 && chance === null;
  return (
    <section class="card slim-empty" aria-labelledby="waiting">
      <div class="head">
        <h2 id="waiting">Waiting to strike</h2>
        {!isQuiet && (
          <ActionForm action={PATHS.faults} context={context}>
            <button class="button slim danger" type="submit" name="do" value="clear">
              Clear all
            </button>
          </ActionForm>
        )}
      </div>
      {isQuiet && <Empty title="Nothing is set up">The sandbox does everything right.</Empty>}
      {chance !== null && <Chance chance={chance} />}
      {scripted.length > 0 && <Scripted scripted={scripted} />}
    </section>
  );
}

function Chance({ chance: { seed, probabilities = {}, operations } }: { chance: FaultOptions }) {
  const list = Object.entries(probabilities).map(([kind, value]) => `${kind} ${Math.round(value * 1_000) / 10} %`);
  return (
    <p class="due">
      <b>By chance</b> seed {seed}: {list.join(', ') || 'nothing'}, on {operations?.join(', ') ?? 'every operation'}
    </p>
  );
}

function Scripted({ scripted }: { scripted: readonly ScriptedFault[] }) {
  return (
    <ListTable kind="t-log" caption="Faults that are set up" columns={['Fault', 'Strikes', 'What it does']}>
      {scripted.map(({ operation, kind, times, details }, index) => (
        <tr key={index}>
          <th scope="row" class="c-id">
            {kind}
            <span class="under">{detailsText(details)}</span>
          </th>
          <td class="c-status">{nextText(operation, times)}</td>
          <td class="c-to">{FAULT_RULES[kind].effect}</td>
        </tr>
      ))}
    </ListTable>
  );
}

/** Which requests a fault affects, such as `the next 3 notifications`. */
export function nextText(operation: FaultOperation, times: number): string {
  const what = operation === 'notification' ? 'notification' : `"${operation}" call`;
  return times === 1 ? `the next ${what}` : `the next ${times} ${what}s`;
}

function detailsText(details: ScriptedFault['details']): string {
  return Object.entries(details)
    .map(([name, value]) => `${name} ${value}`)
    .join(', ');
}

function Struck({ injected, context }: { injected: readonly InjectedFault[]; context: PageContext }) {
  const newest = injected.slice(-SHOWN_INJECTED).reverse();
  return (
    <section class="card slim-empty" aria-labelledby="struck">
      <div class="head">
        <h2 id="struck">Have struck</h2>
        {newest.length > 0 && (
          <p>{newest.length === injected.length ? 'Newest first' : `The newest ${newest.length}`}</p>
        )}
      </div>
      {newest.length === 0 ? (
        <Empty title="None yet" />
      ) : (
        <ListTable
          kind="t-log"
          caption="Faults that have struck"
          columns={['Fault', 'Operation', 'What was struck', 'When']}
        >
          {newest.map((fault) => (
            <tr key={`${fault.operation} ${fault.number}`}>
              <th scope="row" class="c-id">
                {fault.kind}
              </th>
              <td class="c-status">
                {fault.operation} {fault.number}
              </td>
              <td class="c-to mono">{fault.target}</td>
              <td class="c-time">
                <When at={fault.at} context={context} />
              </td>
            </tr>
          ))}
        </ListTable>
      )}
    </section>
  );
}

function Glossary() {
  return (
    <details class="card glossary fold">
      <summary>What each fault does</summary>
      <dl class="facts body">
        {FAULT_KINDS.map((kind) => (
          <div key={kind}>
            <dt>{kind}</dt>
            <dd>{FAULT_RULES[kind].effect}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
