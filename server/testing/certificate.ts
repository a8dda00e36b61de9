/** A certificate that signs itself, made anew for a test: nothing that opens anything lies in the repository. As much of X.509 as TLS asks for. */
import { createSign, generateKeyPairSync } from 'node:crypto'

const der = (tag: number, ...parts: readonly Buffer[]): Buffer => {
  const body = Buffer.concat(parts)
  const figures = [body.length >> 8, body.length & 0xff].filter((figure, at) => at > 0 || figure > 0)
  const length = Buffer.from(body.length < 0x80 ? [body.length] : [0x80 + figures.length, ...figures])
  return Buffer.concat([Buffer.from([tag]), length, body])
}
const sequence = (...parts: readonly Buffer[]) => der(0x30, ...parts)
const oid = (hex: string) => der(0x06, Buffer.from(hex, 'hex'))
const utcTime = (at: Date) => der(0x17, Buffer.from(`${at.toISOString().replace(/[-:T]/g, '').slice(2, 14)}Z`))
const [commonName, ecdsaWithSha256, alternativeNames, basicConstraints] = ['550403', '2a8648ce3d040302', '551d11', '551d13']
const dayMs = 86_400_000

/** For a name, or for an address of four; from a day ago for so many days. */
export function makeCertificate(name: string, days = 2): { readonly key: string; readonly cert: string } {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const called = sequence(der(0x31, sequence(oid(commonName), der(0x0c, Buffer.from(name)))))
  const algorithm = sequence(oid(ecdsaWithSha256))
  const asAddress = /^[0-9.]+$/.test(name) ? der(0x87, Buffer.from(name.split('.').map(Number))) : der(0x82, Buffer.from(name))
  const extension = (id: string, value: Buffer) => sequence(oid(id), der(0x04, value))
  const said = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))), der(0x02, Buffer.from([1])), algorithm, called, sequence(utcTime(new Date(Date.now() - dayMs)), utcTime(new Date(Date.now() + (days - 1) * dayMs))), called,
    publicKey.export({ type: 'spki', format: 'der' }), der(0xa3, sequence(extension(basicConstraints, sequence(der(0x01, Buffer.from([0xff])))), extension(alternativeNames, sequence(asAddress)))),
  )
  const signature = createSign('sha256').update(said).sign(privateKey)
  const whole = sequence(said, algorithm, der(0x03, Buffer.from([0]), signature))
  return { key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(), cert: `-----BEGIN CERTIFICATE-----\n${(whole.toString('base64').match(/.{1,64}/g) ?? []).join('\n')}\n-----END CERTIFICATE-----\n` }
}
