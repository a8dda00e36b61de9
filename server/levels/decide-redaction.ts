/**
 * What looks like a secret is not kept: by the name it stands under, and by its shape wherever it stands. Names of GPUs, ids and digests are no secrets and stay readable.
 */
export const redacted = '[redacted]'

const plain = (name: string) => name.toLowerCase().replace(/[^a-z0-9]/g, '')
const secretName = /password|passphrase|passwd|secret|apikey|privatekey|accesskey|signingkey|credential|cookie|authorization|connectionstring|recoverycode|clientdatajson|authenticatordata|attestation|assertion|userhandle|token$|dsn$|^(code|pin|otp|totp|pwd|pass|proof|signature|nonce|bearer)$/
const [knownNames, namesMost] = [new Map<string, boolean>(), 4_096]
export function isSecretName(name: string): boolean {
  const known = knownNames.get(name)
  if (known !== undefined) return known
  const made = secretName.test(plain(name))
  if (knownNames.size < namesMost && name.length < 64) knownNames.set(name, made)
  return made
}
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
/** A token is called by its id, too, and that is no secret. */
export const isHidden = (name: string, value: unknown): boolean => (typeof value === 'string' || typeof value === 'number') && isSecretName(name) && !(typeof value === 'string' && (uuid.test(value) || value === ''))

/**
 * Of well-known makers, and what is written before a secret. No text makes one slow: each reads on for no longer than a few hundred characters before it knows, or takes what it read. Where a beginning
 * can stand within what it begins, as with a key or a token of three parts, thousands of them would each read on to the end: a key reads to the next beginning at most, and a token is looked for in a
 * run of its characters only where the run goes on as a token does.
 */
const shapes: readonly (readonly [shape: RegExp, becomes: string])[] = [
  [/-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY-----(?:[^-]|-(?!----(?:BEGIN|END) ))*(?:-----END [A-Z0-9 ]{0,40}PRIVATE KEY-----)?/g, redacted],
  [/(?<![A-Za-z0-9_-])(?=[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{5})((?:[A-Za-z0-9_-]*?-)?)eyJ[A-Za-z0-9_-]{5,}\.[A-Za-z0-9_-]{5,}(?:\.[A-Za-z0-9_-]*){0,3}/g, `$1${redacted}`],
  [/\b([a-z][a-z0-9+.-]{1,20}:\/\/[^\s/:@]{0,200}):(?!…@|\[redacted\]@)[^\s/@]{1,400}@/gi, `$1:${redacted}@`],
  [/\botpauth:\/\/\S{1,600}/gi, redacted],
  [/\bhttps:\/\/hooks\.slack\.com\/\S{1,300}/gi, redacted],
  [/\b(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}\b/g, redacted],
  [/\b(?:gh[pousr]_[A-Za-z0-9]{20,255}|github_pat_[A-Za-z0-9_]{20,255}|glpat-[A-Za-z0-9_-]{16,64}|xox[abeprs]-[A-Za-z0-9-]{10,250}|[sr]k_(?:live|test)_[A-Za-z0-9]{10,250}|AIza[A-Za-z0-9_-]{30,45}|ya29\.[A-Za-z0-9_-]{20,500}|npm_[A-Za-z0-9]{30,50}|pypi-[A-Za-z0-9_-]{16,300}|hf_[A-Za-z0-9]{20,60}|sk-[A-Za-z0-9_-]{20,250}|SG\.[A-Za-z0-9_-]{16,40}\.[A-Za-z0-9_-]{16,60}|whsec_[A-Za-z0-9+/=_-]{10,120}|dop_v1_[a-f0-9]{40,80}|hvs\.[A-Za-z0-9_-]{20,200})/g, redacted],
  [/\b(bearer|basic)(\s{1,4})(?=[A-Za-z._~-]{0,200}[0-9+/=])[A-Za-z0-9._~+/=-]{8,4000}/gi, `$1$2${redacted}`],
  [/\b((?:set-)?cookie\s{0,4}:\s{0,4})[^\r\n]{1,4000}/gi, `$1${redacted}`],
  // A variable whose name says what it is, as a pod has them: its value comes after the name, or before it.
  [/("(?:name|key)"\s{0,4}:\s{0,4}"[A-Za-z0-9_.-]{0,60}(?:password|passwd|secret|token|api[_-]?key|access[_-]?key|private[_-]?key|credential)s?"\s{0,4},\s{0,40}"value"\s{0,4}:\s{0,4}")(?!\[redacted\]")(?:[^"\\]|\\.){1,4000}/gi, `$1${redacted}`],
  [/("value"\s{0,4}:\s{0,4}")(?!\[redacted\]")(?:[^"\\]|\\.){1,4000}("\s{0,4},\s{0,40}"(?:name|key)"\s{0,4}:\s{0,4}"[A-Za-z0-9_.-]{0,60}(?:password|passwd|secret|token|api[_-]?key|access[_-]?key|private[_-]?key|credential)s?")/gi, `$1${redacted}$2`],
  // A recovery code of ours.
  [/\b[A-Z0-9]{4}(?:-[A-Z0-9]{4}){5}\b/g, redacted],
]
/** What is written after the word for it; and where that is surely no word of a sentence. */
const assigned = (value: string) => new RegExp(`\\b((?:[a-z0-9]{1,20}[_-]){0,4}(?:password|passwd|passphrase|pwd|secret|api[_-]?key|access[_-]?key|private[_-]?key|token|otp|recovery[ _-]?code)["']?\\s{0,3}(?:=|:)\\s{0,3}["']?)(?!\\[redacted\\])${value}`, 'gi')
const [assignedAny, assignedSurely] = [assigned(`[^\\s"',;&]{3,400}`), assigned(`(?=[^\\s"',;&]{0,60}[0-9$@!#%^*]|[^\\s"',;&]{20})[^\\s"',;&]{6,400}`)]
/** A session, a link or a machine’s token of ours: 43 characters, of each sort. A digest has that shape, too, and is known by where it stands. */
const ofOurs = /(?<![A-Za-z0-9_-])(?=[A-Za-z0-9_-]{0,42}[a-z])(?=[A-Za-z0-9_-]{0,42}[A-Z])[A-Za-z0-9_-]{43}(?![A-Za-z0-9_-])/g
const digestName = /(digest|hash|terms|leaf|root|policies|policyversion)$/
export const isDigestName = (name: string): boolean => digestName.test(plain(name))

/** Each shape has one of these in it: most texts have none, and are looked through once. */
const mayHave = /-----BEGIN|eyJ|:\/\/|A(?:KIA|SIA|BIA|CCA)|gh[pousr]_|github_pat_|glpat-|xox[abeprs]-|[sr]k_(?:live|test)_|AIza|ya29\.|npm_|pypi-|hf_|sk-|SG\.|whsec_|dop_v1_|hvs\.|bearer|basic|cookie|pass(?:word|wd|phrase)|pwd|secret|key|token|otp|recovery|credential|"value"|[A-Z0-9]{4}-[A-Z0-9]{4}-[A-Z0-9]{4}-/i
const ofOursLong = 43
export const redactText = (text: string, isDigest = false): string => without(text, isDigest, assignedAny)
function without(text: string, isDigest: boolean, after: RegExp): string {
  const shaped = mayHave.test(text) ? shapes.reduce((so, [shape, becomes]) => so.replace(shape, becomes), text).replace(after, `$1${redacted}`) : text
  return shaped.length < ofOursLong || (isDigest && shaped.length === ofOursLong) ? shaped : shaped.replace(ofOurs, redacted)
}
/** Whether a text that somebody writes has something in it that is surely one: whoever wrote it is told, so it is asked more of than to be hidden. */
export const hasSecret = (text: string): boolean => without(text, false, assignedSurely) !== text
