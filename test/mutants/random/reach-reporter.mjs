/** A reporter of Jest that tells the process which started it how long each spec took, and which marks it came to. */
import { existsSync, readFileSync, rmSync } from 'node:fs';

export default class Reach {
  onTestCaseResult() {
    process.send({});
  }

  onTestFileResult({ path }, { perfStats }) {
    const { TILLBRIDGE_REACHED: file } = process.env;
    const ids = existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n').map(Number) : [];
    rmSync(file, { force: true });
    process.send({ path, seconds: perfStats.runtime / 1_000, ids });
  }

  async onRunComplete() {
    await new Promise((resolve) => process.send({ isLast: true }, resolve));
    process.exit(0);
  }
}
