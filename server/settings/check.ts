/** Says what is wrong with the settings of both processes before anything long is begun. Nothing is started. */
import { readEngineSettings, readWebSettings, SettingsRefused } from './settings'

// What only one of the two may know is set for that one, as the start does it.
const { DATABASE_URL, DATABASE_URL_FILE, OWNER_DATABASE_URL_FILE, ...env } = process.env
const problems = [readWebSettings, readEngineSettings].flatMap((read) => {
  try {
    read(env)
    return []
  } catch (thrown) {
    if (thrown instanceof SettingsRefused) return thrown.problems
    throw thrown
  }
})
for (const problem of new Set(problems)) process.stderr.write(`${problem}\n`)
process.exitCode = problems.length > 0 ? 1 : 0
