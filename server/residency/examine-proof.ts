/** Finds out what is true of a proof. PROOF.md is what it goes by. */
import type { z } from 'zod'
import { ExaminedLines, type Tear } from '~/server/audit/examine-lines'
import type { NoteKey } from '~/server/keys/note'
import { digestOf, type Json } from '~/server/shared/canonical'
import type { BookPage } from './decide-book'
import { type Claim, ClaimOf, isJudgedRightly } from './decide-claim'
import type { ProofFacts } from './decide-proof'
import { Closing, Head, Lines, proofFormat, Written } from './proof'

export const isProof = (firstLine: string): boolean => firstLine.startsWith(`{"format":"${proofFormat}"`)

type Own = 'record' | 'claim'
const next = ['record', 'claim'] as const

export async function examineProof(lines: AsyncIterable<string>, told: NoteKey | null): Promise<{ facts: ProofFacts; head: Head | null }> {
  const of = new Examined(told)
  const torn = await of.read(lines)
  return { head: of.head, facts: of.facts(torn) }
}

class Examined extends ExaminedLines<Head, Own> {
  readonly follows = { head: next, record: next, claim: ['closing', 'open'] } as const
  #digest = ''
  #seen = new Set<string>()
  #wrong: ProofFacts['wrong'][number][] = []
  #before: BookPage | null = null
  #worked: ClaimOf | null = null
  #claim: Claim | null = null
  #own: Claim | null = null
  #closing: z.infer<typeof Closing> | null = null

  protected takeHead(json: unknown): Head {
    const head = this.as(Head, json)
    this.#worked = new ClaimOf(head)
    return head
  }
  protected takeOwn(name: Own, json: unknown): void {
    if (name === 'record') {
      this.#takePage(this.as(Lines.record, json).record)
      return
    }
    // The last page is whole, or one that followed it was taken out.
    if (this.#before && this.#before.part !== this.#before.parts) this.#wrong.push({ line: this.line, how: 'chain_broken' })
    this.#claim = this.as(Lines.claim, json).claim as Claim
    this.#own = this.#worked?.end() ?? null
    this.#digest = this.digest()
  }
  protected takeClosing(text: string): void { this.#closing = this.as(Closing, this.recordOf(text)) }
  protected takeWrong(line: number): void { this.#wrong.push({ line, how: 'not_canonical' }) }

  #takePage(text: string): void {
    const written = Written.safeParse(this.recordOf(text)).data
    const wrong = (how: ProofFacts['wrong'][number]['how']) => this.#wrong.push({ line: this.line, how })
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

  facts(torn: Tear | null): ProofFacts {
    const { outcome, actor, action, metadata, context } = this.#closing ?? {}
    const isOfProof = outcome === 'done' && actor?.userId === this.head?.reader && action?.resource === 'residency' && action.verb === 'prove' && metadata?.tenant === this.head?.tenant && context?.export.form === 'residency'
    return {
      ...this.sealed(torn), torn, wrong: this.#wrong, isOfProof, isUnchanged: context?.export.digest === this.#digest && context.export.records === this.leaves.length - 1,
      isClaimRight: this.#claim !== null && this.#own !== null && digestOf(this.#claim as unknown as Json) === digestOf(this.#own as unknown as Json),
      pages: this.leaves.length - (this.#closing ? 1 : 0), claim: this.#own, excepted: this.#worked?.excepted() ?? [], failedOver: this.#worked?.failedOver() ?? [],
    }
  }
}

/** A page names the one before it by its digest and begins where that one ended; a part of one names the part before. */
function followsOn(before: BookPage | null, page: BookPage): boolean {
  if (before === null) return page.part === 1
  if (page.previousDigest !== digestOf(before as unknown as Json)) return false
  return page.part === 1 ? before.part === before.parts && page.from === before.to : page.part === before.part + 1 && page.parts === before.parts && page.from === before.from && page.to === before.to
}
