/** A shop on a database of its own, from its first process to the audit of what it leaves. */
import { Stage } from '../points-stage.mjs';

/**
 * @param {object} database of an engine
 * @param {number} replicas processes to begin with
 * @param {{ result: { faults: string[] }, act: (stage: Stage) => Promise<void> }} play `result` is told what the audit finds, and
 *   what keeps it from coming to one
 */
export async function playToTheAudit(database, replicas, { result, act }) {
  const stage = await Stage.open(database);
  try {
    await stage.launch(replicas);
    await stage.arm();
    await act(stage);
    await stage.drain();
    Object.assign(result, await stage.audit());
  } catch (error) {
    result.faults.push(`${error.message} ${stage.outputs()}`.trim());
  } finally {
    await stage.close();
  }
}
