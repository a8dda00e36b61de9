/** Finds out what is true of a proof, line by line, with nothing but its own bytes and a key. PROOF.md is what it goes by. */
import { createHash } from 'node:crypto'
import type { z } from 'zod'
import { openCheckpoint } from '~/server/audit/checkpoint'
import { type NoteKey, parseNoteKey } from '~/server/keys/note'
import { type Hash, leafHash } from '~/server/merkle/hash'
import { rootFromMany } from '~/server/merkle/proof'
import { canonicalBytes, digestOf, type Json } from '~/server/shared/canonical'
import type { BookPage } from './decide-book'
import { type Claim, ClaimOf, isJudgedRightly } from './decide-claim'
import type { ProofFacts } from './decide-proof'
import { Closing, Head, Lines, proofFormat, Written } from './proof'

export const isProof = (firstLine: string): boolean => firstLine.startsWith(`{"format":"${proofFormat}"`)

type Step = 'head' | 'record' | 'claim' | 'closing' | 'open' | 'checkpoint' | 'places' | 'hashes'
const follows: Record<Step, readonly Step[]> = { head: ['record', 'claim'], record: ['record', 'claim'], claim: ['closing', 'open'], closing: ['checkpoint'], open: [], checkpoint: ['places'], places: ['places', 'hashes'], hashes: ['hashes'] }
class Torn extends Error {
  constructor(readonly line: number, why: string) { super(why) }
}

export async function examineProof(lines: AsyncIterable<string>, told: NoteKey | null): Promise<{ facts: ProofFacts; head: Head | null }> {
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
  #at: Step | null = null
  #line = 0
  #bytes = createHash('sha256')
  #digest = ''
  #leaves: Hash[] = []
  #places: number[] = []
  #hashes: Hash[] = []
  #seen = new Set<string>()
  #wrong: ProofFacts['wrong'][number][] = []
  #before: BookPage | null = null
  #worked: ClaimOf | null = null
  #claim: Claim | null = null
  #own: Claim | null = null
  #closing: z.infer<typeof Closing> | null = null
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
    const json = this.#jsonOf(text)
    // As it was written and in no other way: what is hashed is these bytes.
    if (JSON.stringify(json) !== text) this.#torn('is not written as the format has it')
    const name = this.#at === null ? 'head' : ((Object.keys((json ?? {}) as object)[0] ?? '') as Step)
    if (this.#at !== null && !follows[this.#at].includes(name)) this.#torn('stands where none such should')
    if (['head', 'record', 'claim'].includes(name)) this.#bytes.update(`${text}\n`)
    this.#at = name
    this.#takeStep(name, json)
  }
  #jsonOf(text: string): unknown {
    try {
      return JSON.parse(text)
    } catch {
      return this.#torn('is not JSON')
    }
  }
  #takeStep(name: Step, json: unknown): void {
    if (name === 'head') {
      this.head = this.#read(Head, json)
      this.#worked = new ClaimOf(this.head)
    } else if (name === 'record') this.#takePage(this.#read(Lines.record, json).record)
    else if (name === 'claim') {
      this.#claim = this.#read(Lines.claim, json).claim as Claim
      this.#own = this.#worked?.end() ?? null
      this.#digest = this.#bytes.digest('base64url')
    } else if (name === 'closing') this.#closing = this.#read(Closing, this.#recordOf(this.#read(Lines.closing, json).closing))
    else if (name === 'checkpoint') this.#checkpoint = this.#read(Lines.checkpoint, json).checkpoint
    else if (name === 'places') this.#places.push(...this.#read(Lines.places, json).places)
    else if (name === 'hashes') this.#hashes.push(...this.#read(Lines.hashes, json).hashes.map((hash) => Buffer.from(hash, 'base64')))
    else this.#read(Lines.open, json)
  }
  /** The leaf is of the bytes as they stand, whatever is wrong with them. */
  #recordOf(text: string): unknown {
    const bytes = Buffer.from(text, 'utf8')
    this.#leaves.push(leafHash(bytes))
    const json = this.#jsonOf(text)
    if (!canonicalBytes(json as Json).equals(bytes)) this.#wrong.push({ line: this.#line, how: 'not_canonical' })
    return json
  }
  #takePage(text: string): void {
    const written = Written.safeParse(this.#recordOf(text)).data
    const wrong = (how: ProofFacts['wrong'][number]['how']) => this.#wrong.push({ line: this.#line, how })
    if (!written || written.metadata.tenant !== this.head?.tenant) {
      wrong('not_the_tenants')
      return
    }
    if (this.#seen.size === this.#seen.add(written.metadata.sequence).size) wrong('twice')
    const page = written.context.after as BookPage
    if (!followsOn(this.#before, page)) wrong('chain_broken')
    if (page.stays.some((stay) => !isJudgedRightly(page, written.metadata.tenant, stay))) wrong('misjudged')
    this.#before = page
    this.#worked?.take(page)
  }
  end(): void {
    this.#line++
    if (this.#at === 'open') return
    if (this.#at !== 'hashes' && this.#at !== 'places') this.#torn('is missing: it ends early')
    if (this.#places.length !== this.#leaves.length) this.#torn(`is the end, and ${this.#places.length} places are given for ${this.#leaves.length} records`)
    if (this.#before && this.#before.part !== this.#before.parts) this.#wrong.push({ line: this.#line, how: 'chain_broken' })
  }

  facts(torn: ProofFacts['torn']): ProofFacts {
    const own = this.head && parseNoteKey(this.head.log)
    const key = this.told === null ? 'its_own' : own?.publicKey.equals(this.told.publicKey) && own.name === this.told.name ? 'told' : 'another'
    const checkpoint = own ? openCheckpoint(this.#checkpoint, this.told ?? own) : null
    const { outcome, actor, action, metadata, context } = this.#closing ?? {}
    const isOfProof = outcome === 'done' && actor?.userId === this.head?.reader && action?.resource === 'residency' && action.verb === 'prove' && metadata?.tenant === this.head?.tenant && context?.export.form === 'residency'
    const leaves = this.#places.map((index, at) => ({ index, leaf: this.#leaves[at] ?? Buffer.alloc(0) })).sort((one, other) => one.index - other.index)
    return {
      torn, isOpen: this.#at === 'open', wrong: this.#wrong, key, isSigned: checkpoint !== null, isOfProof, isUnchanged: context?.export.digest === this.#digest && context.export.records === this.#leaves.length - 1,
      isClaimRight: this.#claim !== null && this.#own !== null && digestOf(this.#claim as unknown as Json) === digestOf(this.#own as unknown as Json),
      isInLog: torn === null && checkpoint !== null && (rootFromMany(leaves, checkpoint.size, this.#hashes)?.equals(checkpoint.root) ?? false), pages: this.#leaves.length - (this.#closing ? 1 : 0), claim: this.#own,
    }
  }
}

/** A page names the one before it by its digest and begins where that one ended; a part of one names the part before. */
function followsOn(before: BookPage | null, page: BookPage): boolean {
  if (before === null) return page.part === 1
  if (page.previousDigest !== digestOf(before as unknown as Json)) return false
  return page.part === 1 ? before.part === before.parts && page.from === before.to : page.part === before.part + 1 && page.parts === before.parts && page.from === before.from && page.to === before.to
}
