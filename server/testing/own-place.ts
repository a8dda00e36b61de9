/** Files are told by as many processes as there are databases for them, and each process keeps to the one that is its own. */
const places: readonly Record<string, string>[] = JSON.parse(process.env.UNIT_PLACES ?? '[]')
Object.assign(process.env, places[Number(process.env.VITEST_POOL_ID) - 1])
