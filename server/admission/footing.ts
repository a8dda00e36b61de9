/**
 * While a batch is being written and committed, the next of its organisation is decided on what that one leaves. It is a guess: nothing of it is written before the first
 * is committed, and what was assumed is compared under the locks with what is. Where either fails, the guess is thrown away and the wishes are decided anew.
 */
import type { Assumed } from '~/server/database/assumed'
import type { Holding } from './accounts-held'
import type { Held } from './held'
import type { Item } from './item'

/** For so long one batch after another stands on what was last read: what only time changes is no older than this. */
const chainMs = 1_000
/** After a guess was wrong so many batches do not guess, twice as many after the next: where others write the same accounts all the time, guessing is work for nothing. */
const [pauseLeast, pauseMost] = [1, 64]

export type Footing = {
  readonly organisation: string
  readonly held: Held
  readonly now: string
  readonly tenants: readonly string[]
  readonly stamp: string
  readonly window: number
  /** When it was read: by the clock of this process, and by the database's. */
  readonly read: { readonly at: number; readonly now: string }
}
export type Before = { readonly footing: Footing | null; readonly done: Promise<boolean> }

export class Footings {
  #left = new Map<string, Before>()
  #pauses = new Map<string, { left: number; last: number }>()
  /** Guesses, for whoever measures. */
  right = 0
  wrong = 0

  /** What is being written of this organisation, for whoever comes next, and for nobody after them. */
  take(organisation: string): Before | null {
    const left = this.#left.get(organisation) ?? null
    this.#left.delete(organisation)
    return left
  }

  /** To be told whether it was committed. Until then the next may stand on it. */
  leave(footing: Footing): (isCommitted: boolean) => void {
    const { organisation } = footing
    let tell: (isCommitted: boolean) => void = () => undefined
    const done = new Promise<boolean>((settle) => { tell = settle })
    const left = { footing: performance.now() - footing.read.at < chainMs && this.#mayGuess(organisation) ? footing : null, done }
    this.#left.set(organisation, left)
    return (isCommitted) => {
      if (this.#left.get(organisation) === left) this.#left.delete(organisation)
      tell(isCommitted)
    }
  }

  #mayGuess(organisation: string): boolean {
    const pause = this.#pauses.get(organisation)
    if (!pause || pause.left === 0) return true
    pause.left--
    return false
  }
  wasRight(organisation: string): void {
    this.right++
    this.#pauses.delete(organisation)
  }
  wasWrong(organisation: string): void {
    this.wrong++
    const last = Math.min(pauseMost, (this.#pauses.get(organisation)?.last ?? pauseLeast / 2) * 2)
    this.#pauses.set(organisation, { left: last, last })
  }
}

/** The moment after so many microseconds, as the database writes it. */
export function later(now: string, microseconds: number): string {
  const at = Date.parse(`${now.slice(0, 23)}Z`) * 1_000 + Number(now.slice(23, 26)) + microseconds
  const milliseconds = Math.floor(at / 1_000)
  return `${new Date(milliseconds).toISOString().slice(0, 23)}${String(at - milliseconds * 1_000).padStart(3, '0')}Z`
}
/** When the next is decided: after the one before, and not after what the database will say. */
export function nowOn({ now, read }: Footing): string {
  const passed = later(read.now, Math.floor((performance.now() - read.at) * 1_000))
  return passed > now ? passed : later(now, 1)
}

/** Only what makes something: of what is there already nobody has read the row. */
export function isKnown({ by, decider, input, at }: Item, held: Held): boolean {
  const sought = decider.seeks(input as never)
  return at === undefined && 'settle' in decider && 'name' in sought && by.actor !== null && held.knows(by, sought.namespace, sought.class, by.actor.personId)
}

/** What the batch takes for granted, as it stands before anything of it is settled. */
export function assumedOf({ held, tenants, stamp }: Footing, now: string): Omit<Assumed, 'nodes' | 'askers'> {
  const holdings = [...held.accounts.values()]
  for (const holding of holdings) holding.moved = false
  return { ids: [...held.asked], accounts: holdings.map(assumedAccount), tenants, stamp, now }
}
const assumedAccount = ({ row: { id, resources, nominal, hard, version }, used, held, unexplained, sequence }: Holding): Assumed['accounts'][number] =>
  ({ id, resources, nominal, hard, version, used: [...used], held: [...held], unexplained: [...unexplained], deed_sequence: sequence.toString() })
