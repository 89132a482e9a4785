import type { Engine } from '../test/support/databases';
import { COURSES, type Course } from './courses';
import type { Role } from './messages';
import { Stage, type Front } from './stage';

const DONE_WITHIN_MS = 60_000;

/** Which process dies, of which shop, on which ways. */
export interface KillsInput {
  readonly engine: Engine;
  /** Which of the two programs dies; it is the one that applies notifications and sends refunds. */
  readonly role: Role;
  readonly courses: readonly string[];
  /** Every how manyth step is tried, and from which one on. */
  readonly every: number;
  readonly from: number;
  readonly startFront: () => Promise<Front>;
  readonly say: (text: string) => void;
}

/** What became of it. */
export interface KillsFound {
  /** How often a process was killed on each way, and how many steps there are on it. */
  readonly courses: readonly { readonly name: string; readonly kills: number; readonly steps: number }[];
  readonly violations: readonly string[];
}

/** Kills a Vendure process at one step after the other of each course, starts another, and sees what became of the order. */
export async function killAtEveryStep(input: KillsInput): Promise<KillsFound> {
  const { engine, role } = input;
  const stage = await Stage.open({ engine, workers: role, front: await input.startFront() });
  try {
    await stage.add('server');
    if (role === 'worker') await stage.add('worker');
    await stage.signIn();
    const courses: { name: string; kills: number; steps: number }[] = [];
    const violations: string[] = [];
    for (const name of input.courses) {
      const { found, ...figures } = await killAlong(stage, name, input);
      courses.push({ name, ...figures });
      violations.push(...found);
    }
    return { courses, violations };
  } finally {
    await stage.close();
  }
}

async function killAlong(
  stage: Stage,
  name: string,
  { every, from, role, say }: KillsInput,
): Promise<{ kills: number; steps: number; found: string[] }> {
  const found: string[] = [];
  let kills = 0;
  for (let step = from; ; step += every) {
    say(`${name}: ${kills} kills, at step ${step}`);
    const { hasDied, passed, wrong } = await killAt(stage, COURSES[name]!, { step, role });
    found.push(...wrong.map((text) => `${name}, killed at step ${step}: ${text}`));
    if (!hasDied) return { kills, steps: passed, found };
    kills += 1;
  }
}

/** One kill, and what came of it. */
async function killAt(
  stage: Stage,
  course: Course,
  { step, role }: { step: number; role: Role },
): Promise<{ hasDied: boolean; passed: number; wrong: string[] }> {
  const victim = stage.victim(role);
  let [hasDied, passed] = [false, step];
  try {
    const shopper = await course.prepare(stage);
    await victim.tell({ kind: 'arm', fatal: step });
    const acting = course.act(stage, shopper);
    await Promise.race([victim.ended, acting.then(() => completion(stage, course, shopper))]);
    passed = (await victim.tell({ kind: 'arm', fatal: null })) ?? step;
    await acting;
    hasDied = victim.isOver;
    if (hasDied) {
      await stage.revive();
      await course.goOn(stage, shopper);
    }
    return { hasDied, passed, wrong: await course.judge(stage, shopper) };
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    return { hasDied, passed, wrong: [`${text}\n${stage.outputs}`] };
  }
}

/** Waits until nothing is left that a death could interrupt. */
async function completion(stage: Stage, course: Course, shopper: Parameters<Course['isDone']>[1]): Promise<void> {
  const end = Date.now() + DONE_WITHIN_MS;
  const isOver = async () => (await course.isDone(stage, shopper)) && (await stage.isQuiet(shopper.code));
  while (Date.now() < end && !(await isOver())) {
    await new Promise((resolve) => setTimeout(resolve, 15));
  }
}
