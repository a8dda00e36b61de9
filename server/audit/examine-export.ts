/** Finds out what is true of an export, line by line, with nothing but its own bytes and a key. EXPORT.md is what it goes by. */
import { createHash } from 'node:crypto'
import { z } from 'zod'
import { type NoteKey, parseNoteKey } from '~/server/keys/note'
import { type Hash, leafHash } from '~/server/merkle/hash'
import { rootFromMany } from '~/server/merkle/proof'
import { canonicalBytes, type Json } from '~/server/shared/canonical'
import { bundleFormat, exportMost, Head, Lines } from './bundle'
import { openCheckpoint } from './checkpoint'
import type { ExportFacts } from './decide-export'

export const isBundle = (firstLine: string): boolean => firstLine.startsWith(`{"format":"${bundleFormat}"`)

/** What stands in an export, in the order in which it stands there. */
const steps = ['head', 'record', 'missing', 'contents', 'closing', 'checkpoint', 'places', 'hashes'] as const
type Step = (typeof steps)[number]
const follows: Record<Step, readonly (Step | 'open')[]> = {
  head: ['record', 'missing', 'contents'], record: ['record', 'missing', 'contents'], missing: ['record', 'missing', 'contents'], contents: ['closing', 'open'], closing: ['checkpoint'],
  checkpoint: ['places'], places: ['places', 'hashes'], hashes: ['hashes'],
}
const Record_ = z.looseObject({
  timestamp: z.string(), outcome: z.string(), actor: z.looseObject({ userId: z.string().nullable() }), action: z.looseObject({ resource: z.string(), verb: z.string() }),
  context: z.unknown(), metadata: z.looseObject({ tenant: z.string(), stream: z.string(), sequence: z.string() }),
})
const Closing = z.object({ export: z.object({ form: z.literal('bundle'), records: z.number(), digest: z.string() }) })
type Said = z.infer<typeof Record_>

class Torn extends Error {
  constructor(readonly line: number, why: string) { super(why) }
}

export async function examineExport(lines: AsyncIterable<string>, told: NoteKey | null): Promise<{ facts: ExportFacts; head: Head | null }> {
  const of = new Examined(told)
  try {
    for await (const line of lines) of.take(line)
    of.end()
  } catch (thrown) {
    if (!(thrown instanceof Torn)) throw thrown
    return { head: of.head, facts: of.facts({ line: thrown.line, why: thrown.message }) }
  }
  return { head: of.head, facts: of.facts(null) }
}

class Examined {
  head: Head | null = null
  #at: Step | 'open' | null = null
  #line = 0
  #bytes = createHash('sha256')
  #leaves: Hash[] = []
  #places: number[] = []
  #hashes: Hash[] = []
  #seen = new Set<string>()
  #wrong: { line: number; how: 'not_canonical' | 'twice' | 'not_in_slice' }[] = []
  #missing = 0
  #contents: z.infer<typeof Lines.contents>['contents'] | null = null
  #digest = ''
  #closing: Said | null = null
  #checkpoint = ''
  constructor(readonly told: NoteKey | null) {}

  #torn(why: string): never {
    throw new Torn(this.#line, why)
  }
  #read<T>(schema: z.ZodType<T>, json: unknown): T {
    const read = schema.safeParse(json)
    return read.success ? read.data : this.#torn('is not as the format has it')
  }

  take(text: string): void {
    this.#line++
    let json: unknown
    try {
      json = JSON.parse(text)
    } catch {
      this.#torn('is not JSON')
    }
    // As it was written and in no other way: what is hashed is these bytes.
    if (JSON.stringify(json) !== text) this.#torn('is not written as the format has it')
    const name = this.#at === null ? 'head' : (Object.keys((json ?? {}) as object)[0] ?? '')
    if (this.#at !== null && (this.#at === 'open' || !(follows[this.#at] as readonly string[]).includes(name))) this.#torn('stands where none such should')
    if (this.#at === null || ['record', 'missing', 'contents'].includes(name)) this.#bytes.update(`${text}\n`)
    this.#at = name as Step
    this.#takeStep(name as Step | 'open', json)
  }
  #takeStep(name: Step | 'open', json: unknown): void {
    if (name === 'head') this.head = this.#read(Head, json)
    else if (name === 'record') this.#takeRecord(this.#read(Lines.record, json).record)
    else if (name === 'missing') this.#takeMissing(json)
    else if (name === 'contents') this.#takeContents(this.#read(Lines.contents, json).contents)
    else if (name === 'closing') this.#closing = this.#saidOf(this.#read(Lines.closing, json).closing)
    else if (name === 'checkpoint') this.#checkpoint = this.#read(Lines.checkpoint, json).checkpoint
    else if (name === 'places') this.#places.push(...this.#read(Lines.places, json).places)
    else if (name === 'hashes') this.#hashes.push(...this.#read(Lines.hashes, json).hashes.map((hash) => Buffer.from(hash, 'base64')))
    else this.#read(Lines.open, json)
  }
  #takeMissing(json: unknown): void {
    this.#read(Lines.missing, json)
    this.#missing++
  }
  #takeContents(contents: z.infer<typeof Lines.contents>['contents']): void {
    if (contents.records !== this.#leaves.length || contents.missing !== this.#missing) this.#torn(`says ${contents.records} records, and ${this.#leaves.length} stand there`)
    this.#contents = contents
    this.#digest = this.#bytes.digest('base64url')
  }
  #takeRecord(text: string): void {
    if (this.#leaves.length >= exportMost) this.#torn('is beyond the longest export')
    const { timestamp, metadata: { tenant, stream, sequence } } = this.#saidOf(text)
    const name = `${tenant} ${stream} ${sequence}`
    if (this.#seen.has(name)) this.#wrong.push({ line: this.#line, how: 'twice' })
    this.#seen.add(name)
    const { tenant: own = null, since = '', until = null } = this.head ?? {}
    const at = Date.parse(timestamp)
    if ((own !== null && tenant !== own) || !(at >= Date.parse(since)) || (until !== null && !(at < Date.parse(until)))) this.#wrong.push({ line: this.#line, how: 'not_in_slice' })
  }
  /** The leaf is of the bytes as they stand, whatever is wrong with them. */
  #saidOf(text: string): Said {
    const bytes = Buffer.from(text, 'utf8')
    this.#leaves.push(leafHash(bytes))
    try {
      const json = JSON.parse(text) as Json
      if (!canonicalBytes(json).equals(bytes)) this.#wrong.push({ line: this.#line, how: 'not_canonical' })
      return Record_.parse(json)
    } catch {
      return this.#torn('holds no record')
    }
  }
  end(): void {
    this.#line++
    if (this.#at === 'open') return
    if (this.#at !== 'hashes' && this.#at !== 'places') this.#torn('is missing: it ends early')
    if (this.#places.length !== this.#leaves.length) this.#torn(`is the end, and ${this.#places.length} places are given for ${this.#leaves.length} records`)
  }

  facts(torn: ExportFacts['torn']): ExportFacts {
    const own = this.head && parseNoteKey(this.head.log)
    const key = this.told === null ? 'its_own' : own?.publicKey.equals(this.told.publicKey) && own.name === this.told.name ? 'told' : 'another'
    const checkpoint = own ? openCheckpoint(this.#checkpoint, this.told ?? own) : null
    const closing = Closing.safeParse(this.#closing?.context).data?.export
    const { outcome, actor, action, metadata } = this.#closing ?? {}
    const isOfExport = outcome === 'done' && actor?.userId === this.head?.reader && action?.resource === 'audit' && action.verb === (this.head?.tenant === null ? 'exportOnPlatform' : 'export')
      && metadata?.tenant === (this.head?.tenant ?? 'platform') && closing !== undefined
    const leaves = this.#places.map((index, at) => ({ index, leaf: this.#leaves[at] ?? Buffer.alloc(0) })).sort((one, other) => one.index - other.index)
    return {
      torn, isOpen: this.#at === 'open', wrong: this.#wrong, key, isSigned: checkpoint !== null, isOfExport,
      isUnchanged: closing?.digest === this.#digest && closing.records === this.#leaves.length - 1,
      isInLog: torn === null && checkpoint !== null && (rootFromMany(leaves, checkpoint.size, this.#hashes)?.equals(checkpoint.root) ?? false),
      records: this.#contents?.records ?? this.#leaves.length, missing: this.#missing, cutBefore: this.#contents?.cut?.until ?? null,
    }
  }
}
