/** The first person of an installation that is no demo: while nobody is known, each start makes one link by which somebody becomes a platform admin. */
import { createHash, randomBytes } from 'node:crypto'
import { Stop } from './words.mjs'

const address = /^[^\s@]+@[^\s@]+\.[^\s@]+$/

/** Who is to be the first, by the setting; empty where nobody is named. */
export function firstEmail({ FIRST_ADMIN_EMAIL: email = '' }) {
  if (email !== '' && !(address.test(email) && email.length <= 254)) throw new Stop('FIRST_ADMIN_EMAIL must be the e-mail address of the first platform admin.')
  return email
}

/**
 * The link, or null once somebody is known here. It is made anew at each start, and the one before is over: whoever reads an old log has nothing. `client` is the
 * owner's, who can do this because they can do anything; nobody else can invite without being somebody.
 */
export async function inviteFirst(client, email, publicUrl) {
  await client.query("BEGIN; SELECT set_config('app.loading', 'on', true)")
  try {
    await client.query("SELECT pg_advisory_xact_lock(hashtext('first'))")
    const { rows } = await client.query('SELECT 1 FROM person LIMIT 1')
    if (rows.length > 0) return null
    await client.query('UPDATE invitation SET withdrawn_at = now() WHERE invited_by IS NULL AND used_at IS NULL AND withdrawn_at IS NULL')
    const token = randomBytes(32).toString('base64url')
    await client.query("INSERT INTO invitation (id, email, role, token_hash, invited_at, expires_at) VALUES (gen_random_uuid(), $1, 'platform_admin', $2, now(), now() + interval '7 days')", [email.toLowerCase(), createHash('sha256').update(token).digest()])
    return `${publicUrl.replace(/\/$/, '')}/invitations#${token}`
  } finally {
    await client.query('COMMIT')
  }
}

/** What to tell the operator when the product answers; null when there is nothing to tell. */
export async function firstPerson(ownerUrl, email, publicUrl) {
  const { default: pg } = await import('pg')
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  try {
    if (email === '') {
      await client.query("BEGIN; SELECT set_config('app.loading', 'on', true)")
      const { rows } = await client.query('SELECT 1 FROM person LIMIT 1')
      await client.query('COMMIT')
      return rows.length > 0 ? null : 'Nobody is known here yet. Set FIRST_ADMIN_EMAIL to the address of the first platform admin and start again: it prints their link.'
    }
    const link = await inviteFirst(client, email, publicUrl)
    return link && `Nobody is known here yet. ${email} becomes the first platform admin by this link, once, within seven days:\n  ${link}`
  } finally {
    await client.end()
  }
}
