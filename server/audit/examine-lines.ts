/** Reads a file that a stranger can check, line by line, with nothing but its own bytes and a key: what such files have in common, whatever stands in them. */
import { createHash } from 'node:crypto'
import type { z } from 'zod'
import type { LogKey } from '~/server/keys/log-key'
import { parseNoteKey } from '~/server/keys/note'
import { type Hash, leafHash } from '~/server/merkle/hash'
import { rootFromMany } from '~/server/merkle/proof'
import { canonicalBytes, type Json } from '~/server/shared/canonical'
import { Lines } from './bundle'
import { openCheckpoint } from './checkpoint'

export type Tear = { readonly line: number; readonly why: string }
class Torn extends Error {
  constructor(readonly line: number, why: string) { super(why) }
}
/** What closes every such file, in this order. */
type Closes = 'closing' | 'open' | 'checkpoint' | 'places' | 'hashes'
const closes: Readonly<Record<Closes, readonly Closes[]>> = { closing: ['checkpoint'], open: [], checkpoint: ['places', 'hashes'], places: ['places', 'hashes'], hashes: ['hashes'] }

/** What no bytes are canonical of, as a number beyond all numbers or half a character, was written otherwise than records are. */
function isCanonical(json: Json, bytes: Buffer): boolean {
  try {
    return canonicalBytes(json).equals(bytes)
  } catch (thrown) {
    if (thrown instanceof RangeError) throw thrown
    return false
  }
}

export abstract class ExaminedLines<Head extends { readonly log: string }, Own extends string> {
  head: Head | null = null
  protected at: 'head' | Own | Closes | null = null
  protected line = 0
  protected leaves: Hash[] = []
  #bytes = createHash('sha256')
  #places: number[] = []
  #hashes: Hash[] = []
  #checkpoint = ''
  /** What may come after the head and after each of its own lines. Of these the digest is made. */
  abstract readonly follows: Readonly<Record<'head' | Own, readonly (Own | 'closing' | 'open')[]>>
  protected abstract takeHead(json: unknown): Head
  protected abstract takeOwn(name: Own, json: unknown): void
  protected abstract takeClosing(text: string): void
  protected abstract takeWrong(line: number): void
  constructor(readonly told: LogKey | null) {}

  async read(lines: AsyncIterable<string>): Promise<Tear | null> {
    try {
      for await (const line of lines) this.#take(line)
      this.#end()
      return null
    } catch (thrown) {
      // Who nests without end exhausts whatever writes it anew; nothing that we write comes near.
      if (thrown instanceof RangeError) return { line: this.line, why: 'nests deeper than anything in this format' }
      if (!(thrown instanceof Torn)) throw thrown
      return { line: thrown.line, why: thrown.message }
    }
  }
  protected torn(why: string): never {
    throw new Torn(this.line, why)
  }
  protected as<T>(schema: z.ZodType<T>, json: unknown): T {
    const read = schema.safeParse(json)
    return read.success ? read.data : this.torn('is not as the format has it')
  }
  protected jsonOf(text: string, why = 'is not JSON'): unknown {
    try {
      return JSON.parse(text)
    } catch {
      return this.torn(why)
    }
  }
  /** The leaf is of the bytes as they stand, whatever is wrong with them. */
  protected recordOf(text: string): unknown {
    const bytes = Buffer.from(text, 'utf8')
    this.leaves.push(leafHash(bytes))
    const json = this.jsonOf(text, 'holds no record')
    if (!isCanonical(json as Json, bytes)) this.takeWrong(this.line)
    return json
  }
  /** Of all that was read up to here. */
  protected digest(): string { return this.#bytes.copy().digest('base64url') }

  #take(text: string): void {
    this.line++
    const json = this.jsonOf(text)
    // As it was written and in no other way: what is hashed is these bytes.
    if (JSON.stringify(json) !== text) this.torn('is not written as the format has it')
    const name = this.at === null ? 'head' : (Object.keys((json ?? {}) as object)[0] ?? '')
    if (this.at !== null && !this.#may(this.at).includes(name)) this.torn('stands where none such should')
    if (Object.hasOwn(this.follows, name)) this.#bytes.update(`${text}\n`)
    this.at = name as 'head' | Own | Closes
    if (name === 'head') this.head = this.takeHead(json)
    else if (Object.hasOwn(this.follows, name)) this.takeOwn(name as Own, json)
    else this.#close(name as Closes, json)
  }
  #may(at: 'head' | Own | Closes): readonly string[] {
    return Object.hasOwn(closes, at) ? closes[at as Closes] : this.follows[at as 'head' | Own]
  }
  #close(name: Closes, json: unknown): void {
    if (name === 'closing') this.takeClosing(this.as(Lines.closing, json).closing)
    else if (name === 'checkpoint') this.#checkpoint = this.as(Lines.checkpoint, json).checkpoint
    else if (name === 'places') this.#places.push(...this.as(Lines.places, json).places)
    else if (name === 'hashes') this.#hashes.push(...this.as(Lines.hashes, json).hashes.map((hash) => Buffer.from(hash, 'base64')))
    else this.as(Lines.open, json)
  }
  #end(): void {
    this.line++
    if (this.at === 'open') return
    if (this.at !== 'hashes' && this.at !== 'places') this.torn('is missing: it ends early')
    if (this.#places.length !== this.leaves.length) this.torn(`is the end, and ${this.#places.length} places are given for ${this.leaves.length} records`)
  }

  /** Whose key signed it, and whether everything in it stands in the log that the checkpoint is of. */
  protected sealed(torn: Tear | null) {
    const own = this.head && parseNoteKey(this.head.log)
    const key = this.told === null ? ('its_own' as const) : own?.publicKey.equals(this.told.publicKey) && own.name === this.told.name ? ('told' as const) : ('another' as const)
    const checkpoint = own ? openCheckpoint(this.#checkpoint, this.told ?? own) : null
    const leaves = this.#places.map((index, at) => ({ index, leaf: this.leaves[at] ?? Buffer.alloc(0) })).sort((one, other) => one.index - other.index)
    return { isOpen: this.at === 'open', key, isSigned: checkpoint !== null, isInLog: torn === null && checkpoint !== null && (rootFromMany(leaves, checkpoint.size, this.#hashes)?.equals(checkpoint.root) ?? false) }
  }
}
