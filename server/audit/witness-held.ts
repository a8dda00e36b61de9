/** What those hold who keep checkpoints outside, asked of themselves: this database is what they are witnesses against. */
import { type LogKey, logKey } from '~/server/keys/log-key'
import { get, type Resolve } from '~/server/outbox/webhook/post'
import { readInside, readWitness } from '~/server/settings/outside'
import { type Checkpoint, openSigned } from './checkpoint'
import { isAskedAgain } from './decide-witness'
import { heldIn, noteIn } from './witness-file'

const longestLine = 16_384
/** What an address said that it holds stays said, whatever it answers later. */
let told: { readonly address: string; readonly askedAt: number; readonly held: Checkpoint | 'not_ours' | null } | null = null

export async function heldOutside(keys: readonly LogKey[] = [logKey()]): Promise<readonly (Checkpoint | 'not_ours')[]> {
  const { directory, address } = readWitness(process.env)
  const held = [directory === null ? null : inDirectory(directory, keys), address === null ? null : await heldAt(address, Date.now(), keys)]
  return held.filter((one) => one !== null)
}

/** One that cannot be read now is told by whoever writes to it. */
function inDirectory(directory: string, keys: readonly LogKey[]): Checkpoint | null | 'not_ours' {
  try {
    return heldIn(directory, keys)
  } catch {
    return null
  }
}

/** One that does not answer with the last line that it was given cannot be read back, and nothing is said of it. */
export async function heldAt(address: string, now: number, keys: readonly LogKey[] = [logKey()], resolve?: Resolve): Promise<Checkpoint | null | 'not_ours'> {
  const before = told?.address === address ? told : null
  if (!isAskedAgain(before?.askedAt ?? null, now)) return before?.held ?? null
  const note = noteIn((await get(address, longestLine, { inside: readInside(process.env), ...(resolve ? { resolve } : {}) }))?.trim() ?? '')
  // It may keep those of other logs, too.
  const isOfThisLog = keys.some(({ name }) => note?.startsWith(`${name}\n`))
  const held = isOfThisLog ? (openSigned(note ?? '', keys) ?? 'not_ours') : null
  told = { address, askedAt: now, held: staysSaid(before?.held ?? null, held) }
  return told.held
}
function staysSaid(before: Checkpoint | 'not_ours' | null, now: Checkpoint | 'not_ours' | null): Checkpoint | 'not_ours' | null {
  const hasLess = now === null || (now !== 'not_ours' && before !== null && before !== 'not_ours' && now.size < before.size)
  return hasLess ? before : now
}
