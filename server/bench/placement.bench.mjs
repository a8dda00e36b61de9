import { play } from './on-database.mjs'

/** What one thread places a second. */
export async function bench(rest) {
  process.exitCode = await play('placement', process.env, rest)
}
