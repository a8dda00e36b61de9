/** Gives the roles that the migrations made their passwords, and each process the address of its own. A role whose address the operator gives is left alone. */

import { scramVerifier } from './scram.mjs'
import { addressFile, secret } from './secrets.mjs'
import { Stop } from './words.mjs'

export const roles = ['web', 'auditor', 'engine']
export const variable = (role) => `${role.toUpperCase()}_DATABASE_URL_FILE`
const isGiven = (role) => Boolean(process.env[variable(role)])

/** The files with the addresses, by the variable that names each; `prefix` tells those of a second database apart. */
export function roleAddresses(data, ownerUrl, prefix = '') {
  return Object.fromEntries(roles.map((role) => {
    if (isGiven(role) && !prefix) return [variable(role), process.env[variable(role)]]
    const url = new URL(ownerUrl)
    url.username = `bailiwick_${role}`
    url.password = secret(data, `${role}-database-password`)
    return [variable(role), addressFile(data, `${prefix}${role}`, url.href)]
  }))
}

export async function setPasswords(data, ownerUrl) {
  const { default: pg } = await import('pg')
  const lacking = []
  for (const role of roles) {
    if (isGiven(role)) continue
    const url = new URL(ownerUrl)
    url.username = `bailiwick_${role}`
    url.password = secret(data, `${role}-database-password`)
    if (!(await opens(pg, url.href))) lacking.push({ name: url.username, password: url.password })
  }
  if (lacking.length === 0) return
  const owner = new pg.Client({ connectionString: ownerUrl })
  await owner.connect()
  try {
    for (const { name, password } of lacking) {
      await owner.query(`ALTER ROLE ${owner.escapeIdentifier(name)} PASSWORD ${owner.escapeLiteral(scramVerifier(password))}`)
    }
  } catch (error) {
    throw new Stop(`The owner of the database may not set the passwords of its roles (${error.message}): give their addresses in ${roles.map(variable).join(', ')}.`)
  } finally {
    await owner.end()
  }
}

/** False only when the password is not the role's: any other trouble is not mended by setting it. */
async function opens(pg, connectionString) {
  const client = new pg.Client({ connectionString })
  client.on('error', () => {})
  try {
    await client.connect()
    return true
  } catch (error) {
    if (error.code === '28P01' || error.code === '28000') return false
    throw new Stop(`The database does not let a role of Bailiwick in (${error.message}).`)
  } finally {
    await client.end().catch(() => {})
  }
}
