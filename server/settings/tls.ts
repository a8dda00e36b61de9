/** By which certificate the doors are served that are open to the network. */
import { readPair, type Tls } from '~/server/certificate/pair'

type Env = Readonly<Record<string, string | undefined>>
type Given = { tls: Tls | null } | { problem: string }

/** Null where neither is set: then it is spoken in the clear, on this machine or to a proxy. */
export function tls(env: Env, publicUrl: string | undefined): Given {
  const [certificateFile, keyFile] = [env.TLS_CERTIFICATE_FILE || null, env.TLS_KEY_FILE || null]
  if (publicUrl === undefined || (certificateFile === null && keyFile === null)) return { tls: null }
  if (certificateFile === null) return { problem: 'TLS_KEY_FILE is set and TLS_CERTIFICATE_FILE is not: set it to the path of the certificate that this is the key of.' }
  if (keyFile === null) return { problem: 'TLS_CERTIFICATE_FILE is set and TLS_KEY_FILE is not: set it to the path of the key of that certificate.' }
  if (!publicUrl.startsWith('https:')) return { problem: 'TLS_CERTIFICATE_FILE is set and PUBLIC_URL is http, to which nothing would answer: set PUBLIC_URL to https.' }
  const served = { certificateFile, keyFile, host: new URL(publicUrl).hostname.replace(/^\[|\]$/g, '') }
  const read = readPair(served)
  return 'problem' in read ? read : { tls: { served, pair: read.pair } }
}
