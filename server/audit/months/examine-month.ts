/** Finds out what is true of a month that was written out. MONTH.md is what it goes by. */
import { z } from 'zod'
import { type NoteKey, parseNoteKey } from '~/server/keys/note'
import { ExaminedLines, type Tear } from '../examine-lines'
import { Lines } from '../bundle'
import type { MonthFile } from './decide-month-file'
import { monthFormat, type MonthNote, numbersDigest, openMonth, Spans } from './month-note'

export const isMonth = (firstLine: string): boolean => firstLine.startsWith(`{"format":"${monthFormat}"`)

const Head = z.strictObject({ format: z.literal(monthFormat), log: z.string().min(1).max(256), month: z.string().regex(/^20\d\d-(0[1-9]|1[0-2])$/, 'is a month') })
type Head = z.infer<typeof Head>
const Contents = z.strictObject({ contents: z.strictObject({ records: z.int().min(0) }) })
const Said = z.looseObject({ timestamp: z.string(), metadata: z.looseObject({ tenant: z.string(), stream: z.string(), sequence: z.string().regex(/^[1-9][0-9]{0,15}$/) }) })
type Own = 'record' | 'contents'

export async function examineMonth(lines: AsyncIterable<string>, told: NoteKey | null): Promise<{ facts: MonthFile; head: Head | null; note: MonthNote | null }> {
  const of = new Examined(told)
  const torn = await of.read(lines)
  return { head: of.head, note: of.note(), facts: of.facts(torn) }
}

class Examined extends ExaminedLines<Head, Own> {
  readonly follows = { head: ['record', 'contents'], record: ['record', 'contents'], contents: ['closing'] } as const
  #wrong: MonthFile['wrong'][number][] = []
  #spans = new Spans()
  #before = { name: '', sequence: 0 }
  #content = ''
  #note = ''

  protected takeHead(json: unknown): Head { return this.as(Head, json) }
  protected takeOwn(name: Own, json: unknown): void {
    if (name === 'record') {
      this.#takeRecord(this.as(Lines.record, json).record)
      return
    }
    const { contents: { records } } = this.as(Contents, json)
    if (records !== this.leaves.length) this.torn(`says ${records} records, and ${this.leaves.length} stand there`)
    this.#content = this.digest()
  }
  protected takeClosing(text: string): void { this.#note = text }
  protected takeWrong(line: number): void { this.#wrong.push({ line, how: 'not_canonical' }) }

  #takeRecord(text: string): void {
    const { timestamp, metadata: { tenant, stream, sequence } } = Said.safeParse(this.recordOf(text)).data ?? this.torn('holds no record')
    const [name, number] = [`${tenant} ${stream}`, Number(sequence)]
    if (this.#before.name === name && number <= this.#before.sequence) this.#wrong.push({ line: this.line, how: 'twice' })
    this.#before = { name, sequence: number }
    this.#spans.take(tenant, stream, number)
    if (!timestamp.startsWith(`${this.head?.month}-`)) this.#wrong.push({ line: this.line, how: 'not_in_month' })
  }
  note(): MonthNote | null {
    const key = this.told ?? (this.head && parseNoteKey(this.head.log))
    return key ? openMonth(this.#note, key) : null
  }
  facts(torn: Tear | null): MonthFile {
    const note = this.note()
    const { isOpen: _, ...sealed } = this.sealed(torn)
    return {
      ...sealed, torn, wrong: this.#wrong, records: this.leaves.length, isVouched: note !== null,
      isUnchanged: note !== null && note.month === this.head?.month && note.records === this.leaves.length && note.content === this.#content && note.numbers === numbersDigest(this.#spans.all()),
    }
  }
}
