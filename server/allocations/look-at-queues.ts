import { lookAtQueue } from '~/server/admission/admit'
import { lookUnderLease } from '~/server/database/lease'

/** What every batch does for its own organisation, for all: room that came otherwise, such as by a higher limit, or while nothing was asked, is found here. */
export async function lookAtQueues(lease: string): Promise<number> {
  const waiting = (await lookUnderLease(lease, { loop: 'queue' }, (sql) =>
    // Of each organisation one that waits: from one to the next by the index.
    sql.$queryRaw<{ tenant: string; allocation: string }[]>`WITH RECURSIVE organisations AS (
      (SELECT organisation_id, tenant_id, id FROM allocation WHERE state = 'waiting' AND waiting_since IS NOT NULL ORDER BY organisation_id, asked_at, id LIMIT 1)
      UNION ALL
      SELECT w.* FROM organisations o, LATERAL (SELECT organisation_id, tenant_id, id FROM allocation WHERE state = 'waiting' AND waiting_since IS NOT NULL AND organisation_id > o.organisation_id ORDER BY organisation_id, asked_at, id LIMIT 1) w)
      SELECT tenant_id AS tenant, id::text AS allocation FROM organisations`)) ?? []
  await Promise.all(waiting.map(lookAtQueue))
  return waiting.length
}
