/**
 * The way in for the first person of an installation. While nobody is known, whoever starts the product and names an address gets one link for it, which makes
 * its bearer a platform admin; starting again before it was used makes another, and the one before is worth nothing.
 */
import { Email } from '~/server/api/inputs'
import { hashToken, makeToken } from '~/server/identity/token'
import { closeOwner, loading } from './owner'

const livesMs = 24 * 3_600_000

const given = process.env.FIRST_ADMIN ?? ''
const email = Email.safeParse(given)
try {
  const token = await loading(async (sql) => {
    // One start at a time asks and makes.
    await sql.$queryRaw`SELECT pg_advisory_xact_lock(hashtext('first person'))::text`
    if ((await sql.person.count()) > 0) return null
    if (!email.success) return ''
    const now = new Date()
    await sql.invitation.updateMany({ where: { invitedBy: null, usedAt: null, withdrawnAt: null }, data: { withdrawnAt: now } })
    const made = makeToken()
    await sql.invitation.create({
      data: { email: email.data, role: 'platform_admin', tokenHash: new Uint8Array(hashToken(made)), invitedAt: now, expiresAt: new Date(now.getTime() + livesMs) }, select: { id: true },
    })
    return made
  })
  if (token === '') {
    process.stdout.write(given === ''
      ? 'Nobody is known here yet. Set FIRST_ADMIN to your e-mail address and start again: you will get a link by which you become the first platform admin.\n'
      : `FIRST_ADMIN must be an e-mail address, not ${JSON.stringify(given.slice(0, 80))}. Set it and start again: you will get a link by which you become the first platform admin.\n`)
  } else if (token !== null) {
    process.stdout.write(`The first platform admin comes in here, once, within a day, as ${email.data}:\n  ${process.env.PUBLIC_URL}/invitations#${token}\n`)
  }
} finally {
  await closeOwner()
}
