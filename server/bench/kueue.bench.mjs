import { onDatabase } from './on-database.mjs'

/** `--file`: a generator of Kueue's scheduler benchmark. `--rangespec`: the times beside it that its own continuous integration accepts. `--json`: one object a line. */
export const bench = onDatabase('kueue')
