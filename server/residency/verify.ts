/** What `npm run verify` says of proofs of residency: nothing of ours is asked, and nothing is written. */
import { createReadStream, openSync, readSync, closeSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'
import { unprintable } from '~/server/api/inputs'
import { type NoteKey, noteKeyText, parseNoteKey } from '~/server/keys/note'
import { decideProof, type ProofFinding, type ProofJudged } from './decide-proof'
import { examineProof, isProof } from './examine-proof'
import { proofRefusals } from './proof.refusals'

const usage = 'Usage: npm run verify -- PROOF [PROOF …] [--log KEY]'
const signs: Record<ProofFinding['mark'], string> = { good: '✓', bad: '✗', unknown: '?' }
const plain = (text: string) => text.replace(new RegExp(unprintable, 'gu'), '�')
const titleOf = (verdict: ProofJudged['verdict'], jurisdiction: string): string => {
  const law = jurisdiction.toUpperCase()
  return { always: `ALWAYS IN ${law}`, not: `NOT ALWAYS IN ${law}`, not_provable: `NOT PROVABLE THAT IT WAS ALWAYS IN ${law}`, by_its_own_key: 'WHOLE, BY THE KEY THAT IT NAMES ITSELF', invalid: 'INVALID' }[verdict]
}

/** Whether a file begins as such a proof does. */
export function isProofFile(file: string): boolean {
  try {
    const [open, first] = [openSync(file, 'r'), Buffer.alloc(64)]
    const length = readSync(open, first, 0, first.length, 0)
    closeSync(open)
    return isProof(first.subarray(0, length).toString('utf8'))
  } catch {
    return false
  }
}

/** Leaves with 0 where all show it, with 1 where one is invalid or shows the opposite, with 2 where one shows neither. */
export async function verifyProofs(args: readonly string[]): Promise<{ lines: readonly string[]; code: 0 | 1 | 2 }> {
  const asked = read(args)
  if (typeof asked === 'string') return { lines: [plain(asked), usage], code: 2 }
  const all = await Promise.all(asked.files.map((file) => one(file, asked.key)))
  const verdicts = all.map(({ verdict }) => verdict)
  return { lines: all.flatMap(({ lines }) => lines).map(plain), code: verdicts.some((verdict) => verdict === 'invalid' || verdict === 'not') ? 1 : verdicts.every((verdict) => verdict === 'always') ? 0 : 2 }
}
function read(args: readonly string[]): { files: string[]; key: NoteKey | null } | string {
  try {
    const { values, positionals } = parseArgs({ args: [...args], allowPositionals: true, options: { log: { type: 'string' } } })
    const key = values.log === undefined ? null : parseNoteKey(values.log)
    if (values.log !== undefined && !key) return `${values.log} is no key of a log.`
    const other = positionals.find((file) => !isProofFile(file))
    return other === undefined ? { files: positionals, key } : `${other} is no proof of residency.`
  } catch (thrown) {
    return thrown instanceof Error ? thrown.message : String(thrown)
  }
}

async function one(file: string, key: NoteKey | null): Promise<{ verdict: ProofJudged['verdict']; lines: string[] }> {
  const { facts, head } = await examineProof(createInterface({ input: createReadStream(file, 'utf8'), crlfDelay: 0 }), key)
  const { verdict, reasons, findings } = decideProof(facts)
  const of = head && (head.allocation !== null ? `allocation ${head.allocation} of ${head.tenant}` : head.namespace !== null ? `namespace ${head.tenant}/${head.namespace}` : `all of ${head.tenant}`)
  const about = head === null ? [] : [`Of: ${of}`, `Claimed: always in ${head.jurisdiction.toUpperCase()}`, `From: ${head.since} to ${head.until}`, `By: person ${head.reader}, ${head.asOf}`, `Log: ${key ? noteKeyText(key) : head.log}`, '']
  const why = reasons.flatMap((reason) => [proofRefusals[reason].says, proofRefusals[reason].fix])
  return { verdict, lines: [`${file}: ${titleOf(verdict, head?.jurisdiction ?? '')}`, ...[...why, ...(why.length > 0 ? [''] : []), ...about, ...findings.map(({ mark, says }) => `${signs[mark]} ${says}`)].map((line) => (line === '' ? '' : `  ${line}`)), ''] }
}
