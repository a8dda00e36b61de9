import { onDatabase } from './on-database.mjs'

/** `--pairs`: how often each of the two is measured in turn. `--fills`: how often a quota is filled exactly. `--nodes FILE`: the fleet of (b), as a published trace has it, instead of 1,213 nodes of its own making. `--only TEXT`: of what is compared, what has this in its name. `--json`: one object a line. */
export const bench = onDatabase('admission')
