import { withDatabase } from '../bootstrap/throw-away.mjs'
import { play } from './on-database.mjs'

/** What a decision costs as fleets, tenants and queues grow. `--json`: one object a line. */
export async function bench(rest) {
  const nodes = await play('placement', process.env, rest)
  const others = await withDatabase((env) => play('scale', env, rest), { durable: true })
  process.exitCode = Math.max(nodes, others)
}
