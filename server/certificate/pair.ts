/** A certificate and its key, as files hold them. What cannot be served is a sentence that says what to do. */
import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { readSecretFile, Secret } from '~/server/settings/secret'

/** Where it is, and for whom. */
export type Served = { readonly certificateFile: string; readonly keyFile: string; readonly host: string }
export type Tls = { readonly served: Served; readonly pair: Pair }
export type Pair = { readonly certificate: string; readonly key: Secret<string>; readonly name: string; readonly from: Date; readonly until: Date }

const bytesMost = 65_536

export function readPair(served: Served, now = new Date()): { pair: Pair } | { problem: string } {
  const certificate = readPublicFile(served.certificateFile)
  const first = certificate === null ? null : parsed(certificate, (text) => new X509Certificate(text))
  if (certificate === null || first === null) return { problem: `TLS_CERTIFICATE_FILE names ${served.certificateFile}, in which no certificate can be read: it holds that of this server as PEM, and behind it those that vouch for it.` }
  const { host } = served
  if ((isIP(host) ? first.checkIP(host) : first.checkHost(host)) === undefined) return { problem: `TLS_CERTIFICATE_FILE holds a certificate that is not for ${host}, which PUBLIC_URL names: no browser would believe it.` }
  const [from, until] = [new Date(first.validFrom), new Date(first.validTo)]
  if (until <= now) return { problem: `TLS_CERTIFICATE_FILE holds a certificate that was over on ${until.toISOString().slice(0, 10)}: renew it.` }
  if (from > now) return { problem: `TLS_CERTIFICATE_FILE holds a certificate that begins only on ${from.toISOString().slice(0, 10)}: see whether this machine has the right time.` }
  const found = readSecretFile('TLS_KEY_FILE', served.keyFile)
  if ('problem' in found) return found
  const key = parsed(found.text, createPrivateKey) satisfies KeyObject | null
  if (key === null) return { problem: 'TLS_KEY_FILE must hold a private key as PEM, without a passphrase.' }
  if (!first.checkPrivateKey(key)) return { problem: 'TLS_KEY_FILE holds a key that is not that of the certificate in TLS_CERTIFICATE_FILE.' }
  return { pair: { certificate, key: new Secret(found.text), name: first.fingerprint256, from, until } }
}

function readPublicFile(path: string): string | null {
  try {
    const bytes = readFileSync(path)
    return bytes.length > bytesMost ? null : bytes.toString('utf8')
  } catch {
    return null
  }
}
function parsed<T>(text: string, parse: (text: string) => T): T | null {
  try {
    return parse(text)
  } catch {
    return null
  }
}
