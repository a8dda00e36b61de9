/** An export that is to be proven: the records byte for byte, what closes them, and what leads from both to one signed checkpoint (EXPORT.md). */
import type { LinesAsked } from '~/server/database/lines'
import type { GoesOn, Reading } from '~/server/database/read'
import type { Cut, Head } from './bundle'
import { closingLines, digested, type Named, recordsOf } from './close-file'
import { partsOf } from './export-parts'

type Db = Reading & GoesOn
export async function* bundleText(db: Db, head: Head, meant: LinesAsked): AsyncGenerator<string> {
  const { said, digest } = digested()
  yield said(head)
  const held: Named[] = []
  let [missing, cut]: [number, Cut] = [0, null]
  for await (const part of partsOf(db, meant, recordsOf)) {
    held.push(...part.made.flatMap(({ of, bytes }) => (bytes === null ? [] : [of])))
    missing += part.made.filter(({ bytes }) => bytes === null).length
    cut = part.cut
    yield part.made.map(({ of, bytes }) => said(bytes === null ? { missing: of } : { record: bytes })).join('')
  }
  yield said({ contents: { records: held.length, missing, cut } })
  yield* closingLines(db, { home: head.tenant ?? 'platform', resource: 'audit', form: 'bundle', digest: digest(), held })
}
