import { connectAs } from './world'

/** While a policy of the platform's is another than usual no other test makes it another: every world of these tests stands in one database. */
export async function policyAlone<T>(kind: string, work: () => Promise<T>): Promise<T> {
  const holding = await connectAs('owner')
  try {
    await holding.query('SET lock_timeout = 0; SET statement_timeout = 0')
    await holding.query('SELECT pg_advisory_lock(hashtext($1))', [kind])
    return await work()
  } finally {
    await holding.end()
  }
}
