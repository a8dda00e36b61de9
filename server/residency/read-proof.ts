/** That a piece of work was always under one law, or when it was not, or when nobody can say: as one file that a stranger can check (PROOF.md). */
import { z } from 'zod'
import { Handle, Instant, Uuid } from '~/server/api/inputs'
import { closingLines, digested, type Named, recordsOf } from '~/server/audit/close-file'
import { decideQuery, wantedOf } from '~/server/audit/decide-query'
import { logKey } from '~/server/keys/log-key'
import { noteKeyText } from '~/server/keys/note'
import type { GoesOn, Reading, TenantReader } from '~/server/database/read'
import { jurisdictions } from '~/server/regions/decide-new-region'
import { quietMs } from './decide-book'
import { ClaimOf } from './decide-claim'
import type { BookPage } from './decide-book'
import { type Head, proofFormat, Written } from './proof'

export const ProveResidency = z.strictObject({ tenant: Handle, allocation: Uuid.nullable(), namespace: Handle.nullable(), jurisdiction: z.enum(jurisdictions), since: Instant, until: Instant, asOf: Instant })
/** Made bit by bit by whoever asks in this process: what is asked from outside is answered with an empty object. */
export type Proved = { readonly text: () => AsyncGenerator<string> }
type Db = Reading & GoesOn
const pagesAtOnce = 200

export async function proveResidency(db: TenantReader & GoesOn, asked: z.infer<typeof ProveResidency>): Promise<Proved> {
  const head: Head = { format: proofFormat, log: noteKeyText(logKey()), reader: db.actor.personId, ...asked }
  const { format, log, reader, tenant, allocation, namespace, jurisdiction, since, until, asOf } = head
  return { text: () => proofText(db, { format, log, reader, tenant, allocation, namespace, jurisdiction, since, until, asOf }) }
}

async function* proofText(db: Db, head: Head): AsyncGenerator<string> {
  const { said, digest } = digested()
  yield said(head)
  const claim = new ClaimOf(head)
  const held: Named[] = []
  for await (const { of, bytes, page } of pagesIn(db, head)) {
    claim.take(page)
    held.push(of)
    yield said({ record: bytes })
  }
  yield said({ claim: claim.end() })
  yield* closingLines(db, { home: head.tenant, resource: 'residency', form: 'residency', digest: digest(), held })
}

/** The pages that touch the time that is asked about, oldest first: a page is recorded after what it says was seen, and an hour later at the latest while an engine runs. */
async function* pagesIn({ further }: Db, { tenant, since, until }: Head): AsyncGenerator<{ of: Named; bytes: string; page: BookPage }> {
  const wanted = wantedOf(decideQuery('resource:residency verb:write'), tenant)
  const asked = { tenants: [tenant], stream: 'deed', since: new Date(since), until: null, actors: null, wanted }
  for (let key: readonly [string, string] | null = null; ;) {
    const { lines, made } = await further(async (db) => {
      const found = await db.lines.find(asked, key, false, pagesAtOnce)
      return { lines: found, made: await recordsOf(db, found) }
    })
    for (const { of, bytes } of made) {
      const written = bytes === null ? undefined : Written.safeParse(JSON.parse(bytes)).data
      if (bytes === null || !written) continue
      const page = written.context.after as BookPage
      // One record of this goes beyond what is asked; pages come one after another, so nothing does that follows.
      if (page.from >= until) return
      if (page.to > since) yield { of, bytes, page }
    }
    const last = lines.at(-1)
    if (lines.length < pagesAtOnce || !last) return
    if (Date.parse(last.at) > Date.parse(until) + 48 * quietMs) return
    key = [last.at, last.id]
  }
}
