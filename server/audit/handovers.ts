/** Which keys the log was signed with, and how one gives it to the next, or goes on after one that is lost: under the sealer's lease, of what the log is then, so that no record is between. */
import type { Transaction } from '~/server/database/client'
import { raiseOnce } from '~/server/database/raise'
import type { ReadRows } from '~/server/database/rows'
import { inScope } from '~/server/database/scope'
import { decideLogKey, type LogKeyDecision } from '~/server/keys/decide-log-key'
import { keysKnownBy, openHandover, signHandover, signLoss } from '~/server/keys/handover'
import { earlierLogSigner, type LogKey, type LogSigner, logKey, logSigner, lostLogKey } from '~/server/keys/log-key'
import type { NoteKey } from '~/server/keys/note'
import { rootOf } from '~/server/merkle/frontier'
import { type Checkpoint, openSigned } from './checkpoint'
import { frontierAt } from './read-tiles'

type Rows = Pick<ReadRows, 'logHandover'>
/** From the first handover to the last. */
export const handoverNotes = async ({ logHandover }: Rows): Promise<string[]> => (await logHandover.findMany({ orderBy: [{ size: 'asc' }, { at: 'asc' }], select: { note: true } })).map(({ note }) => note)
/** The keys that this process believes: its own, those that let it go on, and those of which it says that they are lost. */
export const logKeysNow = async (rows: Rows, own: NoteKey = logKey()): Promise<readonly LogKey[]> => keysKnownBy(own, await handoverNotes(rows))

type Signers = { readonly now: LogSigner; readonly earlier: LogSigner | null; readonly lost: NoteKey | null }
export const signers = (): Signers => ({ now: logSigner(), earlier: earlierLogSigner(), lost: lostLogKey() })

async function decideNow(sql: Transaction, { now, earlier, lost }: Signers): Promise<LogKeyDecision> {
  const checkpoint = await sql.checkpoint.findFirst({ orderBy: { size: 'desc' }, select: { note: true } })
  const handovers = await sql.logHandover.findMany({ select: { before: true, name: true } })
  return decideLogKey({ signer: checkpoint?.note.split('\n', 1)[0] ?? null, handovers: handovers.map(({ before, name }) => ({ before, after: name })), now: now.key.name, earlier: earlier?.key.name ?? null, lost: lost?.name ?? null })
}
const sentence = (now: string, another: string) =>
  `LOG_SIGN_KEY_FILE holds another key (${now}) than the one that signs the log of this database (${another}), and nothing would be sealed: put that one back, or name its file in EARLIER_LOG_SIGN_KEY_FILE, and it lets one go on that never signed this log. Where it is lost, name a file with its public half in LOST_LOG_KEY_FILE.`

/** An engine that can sign nothing says so and ends: it would record, and nobody could prove any of it. Null where there is nothing to refuse. */
export async function foreignLog(by: Signers = signers()): Promise<string | null> {
  const decision = await inScope('engine', { loop: 'seal' }, (sql) => decideNow(sql, by))
  return typeof decision === 'object' ? sentence(by.now.key.name, decision.another) : null
}

/** Whether the key of now still has to go on with the log: until it did, it vouches for nothing that was signed before. Who is told of no key but that one has nothing to ask. */
async function isToGoOn(sql: Transaction, by: Signers): Promise<boolean> {
  if (by.earlier === null && by.lost === null) return false
  const decision = await decideNow(sql, by)
  return decision === 'is_handed_over' || decision === 'was_lost'
}
export const keyIsToGoOn = (sql: Transaction): Promise<boolean> => isToGoOn(sql, signers())
/** The keys that what is kept is compared by; null while another is only to go on, by which all of it would look like somebody else's. */
export const keysToCompareBy = async (sql: Transaction): Promise<readonly LogKey[] | null> => ((await keyIsToGoOn(sql)) ? null : logKeysNow(sql))

/** Has the key of now go on, where it is to. */
export async function goOnWithKey(sql: Transaction, by: Signers): Promise<void> {
  if (!(await isToGoOn(sql, by))) return
  const { earlier, lost, now } = by
  if (earlier) await goOn(sql, earlier.key, now.key, (then) => signHandover(earlier, now, then), 'log.handed_over')
  else if (lost) await goOn(sql, lost, now.key, (then) => signLoss(lost, now, then), 'log.key_lost')
}
/** The keys that the log may be gone on with, the last of which signs. */
export async function keysToSignWith(sql: Transaction, by: Signers): Promise<readonly LogKey[]> {
  const decision = await decideNow(sql, by)
  if (typeof decision === 'object') throw new Error(sentence(by.now.key.name, decision.another))
  return logKeysNow(sql, by.now.key)
}
async function goOn(sql: Transaction, before: NoteKey, after: NoteKey, sign: (then: { size: number; root: string }) => string, kind: 'log.handed_over' | 'log.key_lost'): Promise<void> {
  const checkpoint = await sql.checkpoint.findFirstOrThrow({ orderBy: { size: 'desc' } })
  const said = openSigned(checkpoint.note, await logKeysNow(sql, before))
  const frontier = await frontierAt(sql, Number(checkpoint.size))
  if (said?.size !== frontier.size || !said.root.equals(rootOf(frontier))) throw new Error(`the log of ${frontier.size} is not what its last checkpoint says, and is not gone on with`)
  const note = sign({ size: frontier.size, root: said.root.toString('base64') })
  await sql.$executeRaw`INSERT INTO log_handover (name, before, size, note, at) VALUES (${after.name}, ${before.name}, ${frontier.size}::bigint, ${note}, clock_timestamp())`
  await raiseOnce(sql, kind, after.name, { before: before.name, after: after.name, size: frontier.size })
}
/** What the log was when it was handed over, as its own words have it: what is compared with it like any other checkpoint. */
export const handedOver = (notes: readonly string[], keys: readonly LogKey[]): Checkpoint[] => notes.flatMap((note) => {
  const said = openHandover(note)
  return said && keys.some(({ name }) => name === said.after.name) ? [{ log: said.before.name, size: said.size, root: Buffer.from(said.root, 'base64') }] : []
})
