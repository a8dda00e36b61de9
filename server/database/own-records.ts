import { personalFields, type PersonalField, type Sealed } from '~/server/audit/record'
import { openPersonal } from '~/server/audit/personal'
import { dataKeyOf } from '~/server/keys/data-key'
import type { Transaction } from './client'

type Line = { place: string; at: string; id: string; resource: string; verb: string; name: string | null; namespace: string | null; outcome: string; reason: string | null; reference: string }
/** One that the person did, and who the record says that they were: null where it says nothing, or where the key was destroyed or what is there is not what it sealed. */
export type OwnRecord = Line & Record<PersonalField, string | null>

/** What whoever is worked for did, the oldest first, with what is sealed in it opened by the key of each place. */
export async function ownRecordsOf(sql: Transaction, inPlace: <T>(place: string, work: () => Promise<T>) => Promise<T>, beyond: readonly [at: string, id: string] | null, most: number): Promise<OwnRecord[]> {
  const rows = await sql.$queryRaw<(Line & Record<PersonalField, Sealed | null>)[]>`SELECT place, to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS at, id, resource, verb, name, namespace, outcome, reason, reference, username, "sourceIP", "userAgent"
    FROM own_records(${beyond?.[0] ?? null}::timestamptz, ${beyond?.[1] ?? null}::uuid, ${most}::int)`
  const keys = new Map<string, Buffer | null>()
  for (const place of new Set(rows.map((row) => row.place))) keys.set(place, await inPlace(place, () => dataKeyOf(sql, place)))
  const opened = (place: string, field: PersonalField, kept: Sealed | null) => {
    const key = keys.get(place) ?? null
    try {
      return key && kept && openPersonal(key, place, field, kept)
    } catch {
      return null
    }
  }
  return rows.map((row) => ({ ...row, ...(Object.fromEntries(personalFields.map((field) => [field, opened(row.place, field, row[field])])) as Record<PersonalField, string | null>) }))
}
