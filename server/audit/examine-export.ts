/** Finds out what is true of an export. EXPORT.md is what it goes by. */
import { z } from 'zod'
import type { NoteKey } from '~/server/keys/note'
import { bundleFormat, exportMost, Head, Lines } from './bundle'
import type { ExportFacts } from './decide-export'
import { ExaminedLines, type Tear } from './examine-lines'

export const isBundle = (firstLine: string): boolean => firstLine.startsWith(`{"format":"${bundleFormat}"`)

const Record_ = z.looseObject({
  timestamp: z.string(), outcome: z.string(), actor: z.looseObject({ userId: z.string().nullable() }), action: z.looseObject({ resource: z.string(), verb: z.string() }),
  context: z.unknown(), metadata: z.looseObject({ tenant: z.string(), stream: z.string(), sequence: z.string() }),
})
const Closing = z.object({ export: z.object({ form: z.literal('bundle'), records: z.number(), digest: z.string() }) })
type Said = z.infer<typeof Record_>
type Own = 'record' | 'missing' | 'contents'
const next = ['record', 'missing', 'contents'] as const

export async function examineExport(lines: AsyncIterable<string>, told: NoteKey | null): Promise<{ facts: ExportFacts; head: Head | null }> {
  const of = new Examined(told)
  const torn = await of.read(lines)
  return { head: of.head, facts: of.facts(torn) }
}

class Examined extends ExaminedLines<Head, Own> {
  readonly follows = { head: next, record: next, missing: next, contents: ['closing', 'open'] } as const
  #seen = new Set<string>()
  #wrong: { line: number; how: 'not_canonical' | 'twice' | 'not_in_slice' }[] = []
  #missing = 0
  #contents: z.infer<typeof Lines.contents>['contents'] | null = null
  #digest = ''
  #closing: Said | null = null

  protected takeHead(json: unknown): Head { return this.as(Head, json) }
  protected takeOwn(name: Own, json: unknown): void {
    if (name === 'record') this.#takeRecord(this.as(Lines.record, json).record)
    else if (name === 'contents') this.#takeContents(this.as(Lines.contents, json).contents)
    else {
      this.as(Lines.missing, json)
      this.#missing++
    }
  }
  protected takeClosing(text: string): void { this.#closing = this.#saidOf(text) }
  protected takeWrong(line: number): void { this.#wrong.push({ line, how: 'not_canonical' }) }

  #takeContents(contents: z.infer<typeof Lines.contents>['contents']): void {
    if (contents.records !== this.leaves.length || contents.missing !== this.#missing) this.torn(`says ${contents.records} records, and ${this.leaves.length} stand there`)
    this.#contents = contents
    this.#digest = this.digest()
  }
  #takeRecord(text: string): void {
    if (this.leaves.length >= exportMost) this.torn('is beyond the longest export')
    const { timestamp, metadata: { tenant, stream, sequence } } = this.#saidOf(text)
    const name = `${tenant} ${stream} ${sequence}`
    if (this.#seen.has(name)) this.#wrong.push({ line: this.line, how: 'twice' })
    this.#seen.add(name)
    const { tenant: own = null, since = '', until = null } = this.head ?? {}
    const at = Date.parse(timestamp)
    if ((own !== null && tenant !== own) || !(at >= Date.parse(since)) || (until !== null && !(at < Date.parse(until)))) this.#wrong.push({ line: this.line, how: 'not_in_slice' })
  }
  #saidOf(text: string): Said {
    return Record_.safeParse(this.recordOf(text)).data ?? this.torn('holds no record')
  }

  facts(torn: Tear | null): ExportFacts {
    const closing = Closing.safeParse(this.#closing?.context).data?.export
    const { outcome, actor, action, metadata } = this.#closing ?? {}
    const isOfExport = outcome === 'done' && actor?.userId === this.head?.reader && action?.resource === 'audit' && action.verb === (this.head?.tenant === null ? 'exportOnPlatform' : 'export')
      && metadata?.tenant === (this.head?.tenant ?? 'platform') && closing !== undefined
    return {
      ...this.sealed(torn), torn, wrong: this.#wrong, isOfExport, isUnchanged: closing?.digest === this.#digest && closing.records === this.leaves.length - 1,
      records: this.#contents?.records ?? this.leaves.length, missing: this.#missing, cutBefore: this.#contents?.cut?.until ?? null,
    }
  }
}
