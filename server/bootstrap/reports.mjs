/** What the test runners wrote, as two numbers. A report that is missing, empty or cut short is a failure: a check that checked nothing is worse than none. */
import { readFileSync } from 'node:fs'

const nothing = { passed: 0, failed: 1, skipped: 0 }

export function readReport(file, count, exitCode) {
  try {
    const counted = count(JSON.parse(readFileSync(file, 'utf8')))
    if (counted.passed + counted.failed === 0) return nothing
    return exitCode !== 0 && counted.failed === 0 ? { ...counted, failed: 1 } : counted
  } catch {
    return nothing
  }
}

/** A file that could not be loaded has failed without a test of its own. */
export const ofVitest = (report) => ({
  passed: report.numPassedTests,
  failed: report.numFailedTests + report.testResults.filter(({ status, assertionResults }) => status === 'failed' && assertionResults.every((test) => test.status !== 'failed')).length,
  skipped: report.numPendingTests + report.numTodoTests,
  failedFiles: report.testResults.filter(({ status }) => status === 'failed').map(({ name }) => name),
})

export const ofPlaywright = ({ stats, errors, suites }) => ({ passed: stats.expected + stats.flaky, failed: stats.unexpected + errors.length, skipped: stats.skipped, unsteady: suites.flatMap(unsteadyIn) })

/** What passed only when it was tried again: it counts as passed, and is named. */
const unsteadyIn = ({ suites, specs }) => [
  ...(specs ?? []).filter(({ tests }) => tests.some(({ status }) => status === 'flaky')).map(({ file, line, title }) => `${file}:${line} ${title}`),
  ...(suites ?? []).flatMap(unsteadyIn),
]
