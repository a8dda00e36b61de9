import { randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { afterAll, expect, test } from 'vitest'
import { closeDatabase } from '~/server/database/client'
import { takeLease } from '~/server/database/lease'
import { inScope } from '~/server/database/scope'
import { makeCertificate } from '~/server/testing/certificate'
import { watchCertificate } from './watch-certificate'

afterAll(closeDatabase)
const dayMs = 86_400_000

test('of a certificate of which four fifths are over whoever watches over the platform is told, once, and of what renewed it nothing', async () => {
  const folder = await mkdtemp(`${tmpdir()}/certificate-`)
  const [lease, host] = [`certificate ${randomUUID()}`, `h-${randomUUID()}.example`]
  await takeLease(lease, 60)
  const env = { PUBLIC_URL: `https://${host}`, TLS_CERTIFICATE_FILE: `${folder}/certificate.pem`, TLS_KEY_FILE: `${folder}/key.pem` }
  const keep = (days: number) => {
    const { cert, key } = makeCertificate(host, days)
    writeFileSync(env.TLS_CERTIFICATE_FILE, cert)
    writeFileSync(env.TLS_KEY_FILE, key, { mode: 0o600 })
  }
  const told = () => inScope('web', { platform: true }, (sql) => sql.signal.count({ where: { kind: 'certificate.old', body: { path: ['host'], equals: host } } }))
  const look = async (day: number) => {
    await watchCertificate(lease, env, new Date(Date.now() + day * dayMs))
    return told()
  }
  // It began a day ago, and is for ten.
  keep(10)
  expect([await look(0), await look(6.9), await look(7.1), await look(8)]).toEqual([0, 0, 1, 1])
  keep(20)
  expect([await look(8), await watchCertificate(lease, {}), await told()]).toEqual([1, undefined, 1])
  await rm(folder, { recursive: true })
})
