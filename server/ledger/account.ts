import { printQuantity } from '~/server/shared/quantity'
import type { Amount } from '~/server/shared/amount'

export const levels = ['organisation', 'tenant', 'namespace', 'class'] as const
export type Level = (typeof levels)[number]

/** One resource of an account: its own share, its ceiling, what runs, what is promised, and what was seen on the cluster beyond any grant. */
export type Standing = { readonly nominal: Amount; readonly hard: Amount; readonly used: Amount; readonly held: Amount; readonly unexplained: Amount }

/** An account as a fact: amounts are decimal strings, so that what is stored is what was decided from. Only the resources that somebody asked about. */
export type AccountFacts = {
  readonly id: string
  readonly level: Level
  readonly version: string
  readonly standing: Readonly<Record<string, readonly [nominal: string, hard: string, used: string, held: string, unexplained: string]>>
}

/** What is moved in every account on the way, by resource: what begins or ends to run, and what is promised or no longer. */
export type Posting = { readonly used: Readonly<Record<string, string>>; readonly held: Readonly<Record<string, string>> }
export const nothingMoved: Posting = { used: {}, held: {} }

export function standingOf({ standing }: AccountFacts, resource: string): Standing | null {
  const kept = Object.hasOwn(standing, resource) ? standing[resource] : undefined
  if (!kept) return null
  const [nominal, hard, used, held, unexplained] = kept
  return { nominal: BigInt(nominal), hard: BigInt(hard), used: BigInt(used), held: BigInt(held), unexplained: BigInt(unexplained) }
}

const words = new Map([['nvidia.com/gpu', 'GPU'], ['amd.com/gpu', 'GPU'], ['cpu', 'CPU']])
export const wordFor = (resource: string): string => words.get(resource) ?? resource

/** What a limit that is reached says. What is held is said where there is any: it is not used, and it is not free. */
export function exceeds(resource: string, { hard, used, held, unexplained }: Standing, requested: Amount): string {
  const amount = (of: Amount) => printQuantity(of, resource)
  const beyond = [held > 0n ? `, held ${amount(held)}` : '', unexplained > 0n ? `, unexplained ${amount(unexplained)}` : ''].join('')
  return `Quota exceeded: ${wordFor(resource)} limit ${amount(hard)}, used ${amount(used)}${beyond}, requested ${amount(requested)}`
}
