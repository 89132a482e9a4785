#!/usr/bin/env node
import { run } from './frame.js';
import { endWhenUnread } from './output/index.js';
import { programWith } from './program.js';
import { versionOf } from './version.js';

/** The called command. Flags may come before it, and `help COMMAND` shows the help of that command. */
const calledBy = (words: readonly string[]): string | undefined =>
  words.find((word) => !word.startsWith('-') && word !== 'help');

async function main([, file = '', ...words]: readonly string[]): Promise<void> {
  endWhenUnread();
  const called = calledBy(words);
  await run(await programWith(({ name }) => name === called, versionOf(file)), process.argv);
}

void main(process.argv);
