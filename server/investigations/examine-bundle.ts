/** Finds out what is true of the file of an investigation. BUNDLE.md is what it goes by. */
import type { z } from 'zod'
import { exportMost } from '~/server/audit/bundle'
import { ExaminedLines, type Tear } from '~/server/audit/examine-lines'
import type { NoteKey } from '~/server/keys/note'
import { Closing, Deeds, Head, investigationFormat, Lines, Said } from './bundle'
import type { BundleFacts } from './decide-bundle'
import { recordName } from './investigation'

export const isInvestigation = (firstLine: string): boolean => firstLine.startsWith(`{"format":"${investigationFormat}"`)

type Own = 'custody' | 'record' | 'missing' | 'contents'
const next = ['custody', 'record', 'missing', 'contents'] as const
const nextRecord = ['record', 'missing', 'contents'] as const
type Wrong = BundleFacts['wrong'][number]
/** What its deeds come to: what was asked and found, and whose it is. */
export type Asked = { title: string; question: string; query: string | null; owner: string; finding: string | null }

export async function examineBundle(lines: AsyncIterable<string>, told: NoteKey | null): Promise<{ facts: BundleFacts; head: Head | null; asked: Asked | null }> {
  const of = new Examined(told)
  const torn = await of.read(lines)
  return { head: of.head, asked: of.asked, facts: of.facts(torn) }
}

class Examined extends ExaminedLines<Head, Own> {
  // A record follows on what was done, and never the other way round.
  readonly follows = { head: next, custody: next, record: nextRecord, missing: next, contents: ['closing', 'open'] } as const
  asked: Asked | null = null
  #custody = 0
  #custodyMissing = 0
  /** The number of the last deed that is there or missing. */
  #number = 0
  #notes = 0
  #seen = new Set<string>()
  #pinned = new Set<string>()
  #isThere = new Set<string>()
  #wrong: Wrong[] = []
  #recordsMissing = 0
  #digest = ''
  #closing: Said | null = null

  protected takeHead(json: unknown): Head { return this.as(Head, json) }
  protected takeOwn(name: Own, json: unknown): void {
    if (name === 'custody') this.#takeDeed(this.as(Lines.custody, json).custody)
    else if (name === 'record') this.#takeRecord(this.as(Lines.record, json).record)
    else if (name === 'missing') this.#takeMissing(this.as(Lines.missing, json).missing)
    else this.#takeContents(this.as(Lines.contents, json).contents)
  }
  protected takeClosing(text: string): void { this.#closing = this.#saidOf(text) }
  protected takeWrong(line: number): void { this.#wrong.push({ line, how: 'not_canonical' }) }

  #takeDeed(text: string): void {
    const said = this.#saidOf(text)
    if (this.#isThere.size > 0) this.torn('stands after a record')
    this.#takeNamed(said)
    const after = this.#carryOut(said)
    if (after === null || after.investigation !== this.head?.investigation) {
      this.#wrong.push({ line: this.line, how: 'not_of_it' })
      return
    }
    if (after.number !== this.#number + 1) this.#wrong.push({ line: this.line, how: 'custody_broken' })
    this.#number = after.number
    this.#custody++
  }
  /** What the deed did, done again here; null for what is none. */
  #carryOut(said: Said): { investigation: string; number: number } | null {
    const verb = said.action.verb
    const as = <S extends z.ZodType<{ context: { after: unknown } }>>(schema: S): z.infer<S>['context']['after'] | null => schema.safeParse(said).data?.context.after ?? null
    if (verb === 'open') {
      const after = as(Deeds.open)
      if (after) this.asked = { title: after.title, question: after.question, query: after.query, owner: after.owner, finding: null }
      return after
    }
    if (verb === 'pin') {
      const after = as(Deeds.pin)
      if (after) this.#pinned.add(after.record)
      return after
    }
    if (verb === 'unpin') {
      const after = as(Deeds.unpin)
      if (after) this.#pinned.delete(after.record)
      return after
    }
    if (verb === 'note') {
      const after = as(Deeds.note)
      if (after) this.#notes++
      return after
    }
    return this.#lead(verb, as)
  }
  #lead(verb: string, as: <S extends z.ZodType<{ context: { after: unknown } }>>(schema: S) => z.infer<S>['context']['after'] | null): { investigation: string; number: number } | null {
    if (verb === 'hand') {
      const after = as(Deeds.hand)
      if (after && this.asked) this.asked.owner = after.owner
      return after
    }
    if (verb === 'change') {
      const after = as(Deeds.change)
      if (after && this.asked) this.asked.query = after.query
      return after
    }
    const [closed, reopened] = [verb === 'close' ? as(Deeds.close) : null, verb === 'reopen' ? as(Deeds.reopen) : null]
    if (this.asked && (closed || reopened)) this.asked.finding = closed?.finding ?? null
    return closed ?? reopened
  }

  #takeRecord(text: string): void {
    if (this.leaves.length >= exportMost) this.torn('is beyond the longest file')
    const name = this.#takeNamed(this.#saidOf(text))
    this.#isThere.add(name)
    // What a deed pinned that is itself missing is not known here, and that is said.
    if (!this.#pinned.has(name) && this.#custodyMissing === 0) this.#wrong.push({ line: this.line, how: 'not_pinned' })
  }
  #takeNamed({ metadata: { tenant, stream, sequence } }: Said): string {
    const name = recordName({ place: tenant, stream, sequence })
    if (this.#seen.has(name)) this.#wrong.push({ line: this.line, how: 'twice' })
    this.#seen.add(name)
    return name
  }
  #takeMissing({ tenant, stream, sequence }: z.infer<typeof Lines.missing>['missing']): void {
    const name = recordName({ place: tenant, stream, sequence })
    if (this.#pinned.has(name)) {
      this.#recordsMissing++
      this.#isThere.add(name)
    } else if (this.#isThere.size > 0 || tenant !== 'platform' || stream !== 'deed') {
      // Nobody pinned it, as far as is known here: it was pinned by a deed that is missing, or by nobody.
      this.#recordsMissing++
      if (this.#custodyMissing === 0) this.#wrong.push({ line: this.line, how: 'not_pinned' })
    } else {
      this.#custodyMissing++
      this.#number++
    }
  }
  #takeContents({ custody, records, missing }: z.infer<typeof Lines.contents>['contents']): void {
    const [allMissing, deeds] = [this.#custodyMissing + this.#recordsMissing, this.#custody + this.#wrong.filter(({ how }) => how === 'not_of_it').length]
    if (custody !== deeds || records !== this.leaves.length - deeds || missing !== allMissing) this.torn(`says ${custody} deeds, ${records} records and ${missing} missing, and others stand there`)
    this.#digest = this.digest()
  }
  #saidOf(text: string): Said {
    return Said.safeParse(this.recordOf(text)).data ?? this.torn('holds no record')
  }

  facts(torn: Tear | null): BundleFacts {
    const closing = Closing.safeParse(this.#closing?.context).data?.export
    const { outcome, actor, action, metadata } = this.#closing ?? {}
    const isOfExport = outcome === 'done' && actor?.userId === this.head?.reader && action?.resource === 'investigations' && action.verb === 'export' && action.name === this.head?.investigation && metadata?.tenant === 'platform' && closing !== undefined
    return {
      ...this.sealed(torn), torn, wrong: this.#wrong, isOfExport, isUnchanged: closing?.digest === this.#digest && closing.records === this.leaves.length - 1, notes: this.#notes,
      custody: this.#custody, records: Math.max(0, this.leaves.length - this.#custody - (this.#closing ? 1 : 0)), custodyMissing: this.#custodyMissing, recordsMissing: this.#recordsMissing,
      dropped: [...this.#pinned].filter((name) => !this.#isThere.has(name)),
    }
  }
}
