/** What looks like what must not be kept: of ours, and of makers that everybody knows. All of it is made up here. */
import { randomBytes } from 'node:crypto'
import { makeToken } from '~/server/identity/token'

/** With a figure in it wherever there is room for one, as people who choose passwords are told to. */
const some = (length: number, of = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789') => Array.from(randomBytes(length), (byte) => of[byte % of.length]).join('').replace(/^./, (first) => (of.includes('7') ? '7' : first))
const upper = (length: number) => some(length, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567')
const coded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
const of = (name: string, before: string, core: string, after = ''): [name: string, text: string, core: string] => [name, `${before}${core}${after}`, core]

/** Known by its shape: how it is written, and the part of it that nobody may read. */
export function secretsByShape(): [name: string, text: string, core: string][] {
  const pem = `MIIEvQIBADANBgkq${some(48)}\n${some(64)}`
  return [
    of('a token of ours', '', `Aa${makeToken().slice(2)}`), of('a recovery code of ours', '', [4, 4, 4, 4, 4, 4].map((length) => upper(length)).join('-')),
    of('a JWT', '', `${coded({ alg: 'ES256', typ: 'JWT' })}.${coded({ sub: 'ada', exp: 1_900_000_000 })}.${some(86)}`), of('a private key', '-----BEGIN PRIVATE KEY-----\n', pem, '\n-----END PRIVATE KEY-----'),
    of('an OpenSSH key', '-----BEGIN OPENSSH PRIVATE KEY-----\n', `b3BlbnNzaC1rZXktdjEA${some(80)}`, '\n-----END OPENSSH PRIVATE KEY-----'), of('the beginning of a private key', '-----BEGIN RSA PRIVATE KEY-----\n', pem),
    of('a connection string', 'postgresql://app:', some(18), '@db.example.org:5432/app?sslmode=require'), of('an address with a password', 'https://lin:', some(12), '@registry.example.org/v2/'), of('a code generator’s address', 'otpauth://totp/Console:ada?secret=', upper(32)),
    of('an AWS key id', '', `AKIA${upper(16)}`), of('an AWS secret', 'aws_secret_access_key = ', some(40)), of('a GitHub token', '', `ghp_${some(36)}`), of('a fine-grained GitHub token', '', `github_pat_${some(22)}_${some(59)}`), of('a GitLab token', '', `glpat-${some(20)}`),
    of('a Slack token', '', `xoxb-${some(12, '0123456789')}-${some(24)}`), of('a Slack address', 'https://hooks.slack.com/', `services/T${upper(8)}/B${upper(8)}/${some(24)}`), of('a Google key', '', `AIza${some(35)}`), of('a Stripe key', '', `sk_live_${some(24)}`),
    of('a Hugging Face token', '', `hf_${some(34)}`), of('an npm token', '', `npm_${some(36)}`), of('a vault token', '', `hvs.${some(90)}`), of('a webhook’s secret', '', `whsec_${randomBytes(24).toString('base64')}`), of('a key of a model’s maker', '', `sk-${some(48)}`),
    of('a bearer', 'Authorization: Bearer ', some(40)), of('a basic authorization', 'Authorization: Basic ', Buffer.from(`ada:${some(12)}`).toString('base64')), of('a cookie', 'Cookie: bailiwick.session=', some(43)), of('a cookie that is set', 'Set-Cookie: sid=', some(32), '; HttpOnly'),
    of('a password that is assigned', 'DB_PASSWORD=', some(14)), of('a password in YAML', 'password: ', some(14)), of('a token in a link', 'https://example.org/join?token=', some(30)), of('a password in JSON', '"password": "', some(14), '"'),
  ]
}
/** Known by the name it stands under, and by nothing else. */
export const secretsByName = (): [name: string, value: string | number][] => [
  ['password', `quite unlike ${some(8)}`], ['current', ''], ['code', some(6, '0123456789')], ['otp', Number(some(6, '123456789'))], ['token', some(43)], ['idToken', some(60)], ['client_secret', some(24)], ['apiKey', some(20)], ['private-key', some(50)], ['cookie', some(30)], ['Authorization', some(20)],
  ['signature', some(80)], ['clientDataJSON', some(80)], ['authenticatorData', some(60)], ['attestationObject', some(90)], ['userHandle', some(30)], ['DATABASE_PASSWORD', some(12)], ['HF_TOKEN', some(20)], ['AWS_SECRET_ACCESS_KEY', some(40)], ['dsn', some(20)], ['nonce', some(20)],
].filter(([, value]) => value !== '') as [string, string | number][]
