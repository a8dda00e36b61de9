import { onDatabase } from './on-database.mjs'

/** Fifty write while it is sealed; then what was sealed is altered ten thousand times. `--seconds N`, `--each N` of each sort, `--seed N`, `--json`. */
export const bench = onDatabase('alterations')
