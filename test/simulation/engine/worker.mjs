/** A worker process: runs the schedules it is given, and hands over what came of them. */
import { SUBJECTS } from './subjects.mjs';

const { subject } = await SUBJECTS[process.argv[2]]();

process.on('message', async (work) => process.send(await subject.run(work)));
process.on('disconnect', () => process.exit());
