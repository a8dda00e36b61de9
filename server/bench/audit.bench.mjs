import { onDatabase } from './on-database.mjs'

/** What recording costs with sealing and without, and how long each search takes. `--rows N`: how many records are loaded; `--json`: one object a line. */
export const bench = onDatabase('audit')
