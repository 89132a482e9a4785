/**
 * A reporter of Jest that tells the process which started it of the first test that fails, and ends Jest there: one is
 * enough. Without a failure it tells so when all have passed. Each other test is a sign of life.
 */
const LONGEST_MESSAGE = 400;

async function tell(message) {
  await new Promise((resolve) => process.send({ ...message, isLast: true }, resolve));
  process.exit(0);
}

export default class FirstFailure {
  passed = 0;

  async onTestCaseResult({ path }, { status, fullName, failureMessages }) {
    if (status === 'passed') this.passed += 1;
    if (status !== 'failed') process.send({});
    else await tell({ spec: path, test: fullName, why: failureMessages.join('\n').slice(0, LONGEST_MESSAGE) });
  }

  /** A spec that could not even begin. */
  async onTestFileResult({ path }, { testExecError, failureMessage }) {
    if (!testExecError) return;
    await tell({ spec: path, test: null, why: String(failureMessage).slice(0, LONGEST_MESSAGE) });
  }

  async onRunComplete() {
    await tell({ passed: this.passed });
  }
}
