/** What the test runners wrote, as two numbers. A report that is missing, empty or cut short is a failure: a check that checked nothing is worse than none. */
import { readFileSync } from 'node:fs'
import { stripVTControlCharacters } from 'node:util'

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

export const ofPlaywright = ({ stats, errors, suites }) => {
  const stumbled = suites.flatMap(stumbledIn)
  return { passed: stats.expected + stats.flaky, failed: stats.unexpected + errors.length, skipped: stats.skipped, unsteady: stumbled.filter(({ test }) => test.status === 'flaky').map(whyOf), broken: stumbled.filter(({ test }) => test.status === 'unexpected').map(whyOf) }
}

const stumbledIn = ({ suites, specs }) => [
  ...(specs ?? []).flatMap((spec) => spec.tests.filter(({ status }) => status === 'flaky' || status === 'unexpected').map((test) => ({ spec, test }))),
  ...(suites ?? []).flatMap(stumbledIn),
]
/** Named with why each telling failed: the last may have failed only of what the first left behind. */
const whyOf = ({ spec: { file, line, title }, test: { results } }) =>
  [`${file}:${line} ${title}`, ...results.flatMap(({ errors }, at) => errors.map(({ message, location }) => `   told for the ${nth[at] ?? 'last'} time, ${location ? `line ${location.line}: ` : ''}${briefly(message)}`))].join('\n')
const nth = ['first', 'second']
const briefly = (message) => stripVTControlCharacters(message ?? '').split('\nCall log:')[0].split(/\s*\n\s*/).filter(Boolean).slice(0, 6).join(' | ').slice(0, 600)
