/** Lines of syslog (RFC 5424), each behind its length in bytes (RFC 6587, RFC 5425): what is in one cannot begin another. */
import type { Line } from './compose-batch'

/** Facility 13: log audit. */
const facility = 13
const severities: Readonly<Record<string, number>> = { done: 6, refused: 5, denied: 4, fault: 3 }

/** What stands between spaces is of visible ASCII, and not too long. */
const word = (text: string, most: number): string => text.replace(/[^\x21-\x7e]/g, '').slice(0, most) || '-'
/** Whatever is not ASCII is written as JSON writes it, so that no receiver need know in which alphabet it is. */
const ascii = (json: string): string => json.replace(/[^\x20-\x7e]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)

function syslogMessage({ text, at, what, outcome }: Line, host: string): string {
  return `<${facility * 8 + (severities[outcome] ?? 5)}>1 ${at.toISOString()} ${word(host, 255)} bailiwick - ${word(what, 32)} - ${ascii(text)}`
}
export const frameSyslog = (lines: readonly Line[], host: string): Buffer => Buffer.from(lines.map((line) => syslogMessage(line, host)).map((message) => `${message.length} ${message}`).join(''), 'latin1')
