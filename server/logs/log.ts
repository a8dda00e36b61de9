/**
 * One JSON object per line on stdout. Whatever a stranger typed stays inside its quotes: no value can begin a line, move the cursor or colour a terminal.
 * A log is read by more people than a database: what looks like a secret is masked by its name and by its shape, and an address loses its password.
 */
import { redactText } from '~/server/levels/decide-redaction'
import { Secret } from '~/server/settings/secret'

export type Fields = Readonly<Record<string, unknown>>
type Level = 'info' | 'warn' | 'error'

const textMax = 2000
const fieldsMax = 32
const secretName = /pass(word|phrase)|secret|token|cookie|authorization|credential|(^|_|[a-z])key$/i
/** Beyond what JSON itself escapes: C1 controls, line separators, and the marks that reorder text on a screen. */
const unprintable = /[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g
const escaped = (line: string) => line.replace(unprintable, (mark) => `\\u${mark.charCodeAt(0).toString(16).padStart(4, '0')}`)
const bounded = (text: string) => {
  // Cut before it is searched, and a little wider than it is shown, so that no password loses its end to the cut and is taken for a word.
  const masked = redactText(text.slice(0, 2 * textMax)).replace(/(:\/\/[^\s/:@]*):[^\s/@]*@/g, '$1:…@')
  return text.length > textMax ? `${masked.slice(0, textMax)}…` : masked
}

function shown(name: string, value: unknown): unknown {
  if (secretName.test(name) || value instanceof Secret) return '[secret]'
  if (value instanceof Error) return bounded(value.stack ?? `${value.name}: ${value.message}`)
  if (typeof value === 'bigint') return value.toString()
  if (typeof value === 'number' || typeof value === 'boolean' || value === null) return value
  if (typeof value === 'string') return bounded(value)
  return typeof value === 'object' ? bounded(nested(value)) : undefined
}

function nested(value: object): string {
  try {
    return JSON.stringify(value, (key, inner) => (secretName.test(key) ? '[secret]' : typeof inner === 'bigint' ? inner.toString() : inner))
  } catch {
    return '[not JSON]'
  }
}

/** The line as written; apart from `say` so that a test can read it. */
export function lineOf(level: Level, processName: string, message: string, fields: Fields, at: Date): string {
  const own = { at: at.toISOString(), level, process: processName, message: bounded(message) }
  const given = Object.entries(fields).slice(0, fieldsMax).filter(([name]) => !(name in own)).map(([name, value]) => [name.slice(0, 64), shown(name, value)])
  return `${escaped(JSON.stringify({ ...own, ...Object.fromEntries(given) }))}\n`
}

/**
 * Names this process in its log lines and in the system's list of processes. From then on a log that nobody takes, because its disk is full or whoever read it is gone, ends nothing: an error of these
 * streams that nobody listens for ends the process.
 */
export const nameProcess = (name: 'web' | 'engine'): void => {
  process.title = `bailiwick ${name}`
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined)
}

let lackingSince: Date | null = null
/** What was not taken is told of by the first line that is. It begins on a line of its own, because of the one before a part may stand there. */
export function writeOut(lines: string): void {
  const at = new Date()
  process.stdout.write(lackingSince ? `\n${lines}` : lines, (fault) => {
    if (fault) lackingSince ??= at
    else if (lackingSince) {
      const since = lackingSince.toISOString()
      lackingSince = null
      log.warn('lines of this log are lacking: they could not be written', { since })
    }
  })
}

const say = (level: Level) => (message: string, fields: Fields = {}): void => writeOut(lineOf(level, process.title.replace(/^bailiwick /, ''), message, fields, new Date()))
/** Pass `reference` whenever a person was given one: it is how their report is found here. */
export const log = { info: say('info'), warn: say('warn'), error: say('error') }
