/** Whoever runs the platform is told of a certificate that nothing renews, once of each. */
import { underLease } from '~/server/database/lease'
import { raiseOnce } from '~/server/database/raise'
import { tls } from '~/server/settings/tls'
import { isOld } from './decide-old'

export async function watchCertificate(lease: string, env: Readonly<Record<string, string | undefined>> = process.env, now = new Date()): Promise<void> {
  const read = tls(env, env.PUBLIC_URL)
  // What cannot be served is said in the log, by whoever would have served it.
  if ('problem' in read || read.tls === null || !isOld(read.tls.pair, now)) return
  const { pair: { name, until }, served: { host } } = read.tls
  await underLease(lease, {}, (sql) => raiseOnce(sql, 'certificate.old', name, { name, host, until: until.toISOString() }))
}
