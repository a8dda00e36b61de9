/**
 * Data that was sealed under one master key is nothing under another: nobody could show a factor, and what is made meanwhile is under a key that is given up again. So an engine that is given none of
 * the keys by which this database's are wrapped says so and ends. So does one that opens some of them and not the platform's, as where the earlier master key was taken away before all was wrapped anew: it would let
 * nobody in either.
 */
import { inScope } from '~/server/database/scope'
import { masterNames } from './data-key'

/** The sentence, or null where there is nothing to refuse. */
export async function foreignMaster(names = masterNames()): Promise<string | null> {
  const [found] = await inScope('engine', { loop: 'keys' }, (sql) => sql.$queryRaw<{ theirs: string[] | null; opens: boolean }[]>`SELECT array_agg(DISTINCT wrapped_by) AS theirs, bool_or(wrapped_by = ANY (${names})) AND coalesce(bool_and(wrapped_by = ANY (${names})) FILTER (WHERE tenant_id = 'platform'), true) AS opens FROM data_key WHERE wrapped IS NOT NULL AND wrapped_by <> ''`)
  if (!found?.theirs || found.opens) return null
  return `MASTER_KEY_FILE holds another master key (${names.join(', ')}) than the one that wraps the keys of this database, or not all of them (${found.theirs.join(', ')}): put that one back, or name its file in EARLIER_MASTER_KEY_FILE.`
}
