import { Narrator } from './demo/narrator.js';
import { openStage } from './demo/stage.js';
import { tellStory } from './demo/story.js';
import { stopWith } from './process/shutdown.js';

const INTRODUCTION = `A shop and a payment sandbox, with no one in front of them, on files in a temporary folder.
Every ✓ is something that was checked.`;

/** Exit code of an interrupted process, as in shells. */
const INTERRUPTED = 130;

/** Plays the story. The exit code is 0 only if every step really happened. */
async function main(): Promise<number> {
  const startedAt = performance.now();
  const narrator = new Narrator(console.log);
  console.log(INTRODUCTION);
  const stage = await openStage();
  stopWith(() => stage.close(), INTERRUPTED);
  const isTrue = await narrator.narrate(() => tellStory(narrator, stage)).finally(() => stage.close());
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  console.log(isTrue ? `\nAll ${narrator.ticked} steps happened as told, in ${seconds} s.\n` : '\nNot as told.\n');
  return isTrue ? 0 : 1;
}

process.exitCode = await main();
