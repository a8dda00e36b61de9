import { onDatabase } from './on-database.mjs'

/** `--times`: how many times its limit the one tenant asks. `--pairs`: how often quiet and noise are measured in turn. `--seconds`: for how long each. `--json`: one object a line. */
export const bench = onDatabase('noisy', ['flood'])
