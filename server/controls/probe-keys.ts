/** What is signed and sealed: with the installation's own keys, so that a key that is not what the others think it is shows, too. */
import { randomBytes, randomUUID } from 'node:crypto'
import { hashToken, makeToken } from '~/server/identity/token'
import { logKey } from '~/server/keys/log-key'
import { secretKey } from '~/server/keys/secret'
import type { ControlId } from './catalogue'
import { done } from './decide-control'
import type { Probe } from './probe'

const hourMs = 3_600_000
const sessions: Probe = async ({ keepers: { sealSession, sessionIsSealed }, now }) => {
  const session = { id: randomUUID(), personId: randomUUID(), tokenHash: hashToken(makeToken()), methods: ['password', 'code'], signedInAt: now, powersSince: now, elevationId: null }
  const sealed = { ...session, seal: sealSession(secretKey('SESSION_SIGN_KEY_FILE'), session) }
  const came = (as: typeof sealed) => (sessionIsSealed(secretKey('SESSION_VERIFY_KEY_FILE'), as) ? done : 'not_sealed')
  return { forbidden: came({ ...sealed, signedInAt: new Date(now.getTime() + hourMs) }), allowed: came(sealed) }
}
/** A note's second line is the size of the log. */
const checkpoint: Probe = async ({ keepers: { openCheckpoint }, rehearse }) => {
  const [last] = await rehearse(async ({ say, run }) => {
    await say({ 'app.loop': 'seal' })
    return run('SELECT note FROM checkpoint ORDER BY size DESC LIMIT 1')
  })
  if (typeof last?.note !== 'string') return { forbidden: 'nothing_signed_yet', allowed: 'nothing_signed_yet' }
  const came = (note: string) => (openCheckpoint(note, logKey()) === null ? 'not_signed' : done)
  return { forbidden: came(last.note.replace(/\n(\d+)\n/, (_, size: string) => `\n${BigInt(size) + 1n}\n`)), allowed: came(last.note) }
}
const moved: Probe = async ({ keepers: { seal, open } }) => {
  const key = randomBytes(32)
  const sealed = seal(key, 'probe|here', Buffer.from('probe'))
  const came = (about: string) => {
    try {
      return open(key, about, sealed).toString() === 'probe' ? done : 'another_value'
    } catch {
      return 'does_not_open'
    }
  }
  return { forbidden: came('probe|there'), allowed: came('probe|here') }
}
const erased: Probe = async ({ keepers: { sealFor, openPersonal } }) => {
  const [key, later] = [randomBytes(32), randomBytes(32)]
  const kept = sealFor(key, 'probe')('username', 'probe@probe.invalid')
  const came = (by: Buffer) => {
    try {
      return kept && openPersonal(by, 'probe', 'username', kept) === 'probe@probe.invalid' ? done : 'another_value'
    } catch {
      return 'does_not_open'
    }
  }
  return { forbidden: came(later), allowed: came(key) }
}
const inside: Probe = async ({ keepers: { decideTarget } }) => {
  const came = (address: string) => {
    const target = decideTarget(address, [])
    return target.ok ? done : target.refusal
  }
  return { forbidden: came('https://169.254.169.254/latest'), allowed: came('https://hooks.example.com/bailiwick') }
}

export const keyProbes = { 'people.sessions': sessions, 'record.signed': checkpoint, 'keys.bound': moved, 'record.erased': erased, 'webhooks.inside': inside } as const satisfies Partial<Record<ControlId, Probe>>
