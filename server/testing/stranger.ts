/** Checks an export as a stranger would: written from server/audit/EXPORT.md alone, with what Node has. It takes nothing from the product, and is not to: what it shares is the strangers’ own. */
import { canonical, inLog, type Line, sha256 } from './strangers-log'

/** Null if all of it holds; else the first thing that does not. */
export function strangersWord(file: string, key: string): string | null {
  try {
    check(file, key)
    return null
  } catch (thrown) {
    return thrown instanceof Error ? thrown.message : String(thrown)
  }
}

function check(file: string, key: string): void {
  if (!file.endsWith('\n')) throw new Error('it does not end in a line break')
  const texts = file.slice(0, -1).split('\n')
  const lines = texts.map((text) => {
    const line = JSON.parse(text) as Line
    if (JSON.stringify(line) !== text) throw new Error('a line is written otherwise')
    return line
  })
  const [head = {}] = lines
  if (Object.keys(head).join() !== 'format,log,reader,tenant,query,actors,asOf,since,until' || head.format !== 'bailiwick-export-1') throw new Error('it is no export')
  let at = 1
  const next = (name: string): unknown => {
    const line = lines[at] ?? {}
    return Object.keys(line).join() === name ? line[name] : undefined
  }
  const records: string[] = []
  for (let missing = 0; ; at++) {
    const record = next('record')
    if (typeof record === 'string') records.push(record)
    else if (next('missing') !== undefined) missing++
    else {
      const contents = next('contents') as { records: number; missing: number } | undefined
      if (contents?.records !== records.length || contents.missing !== missing) throw new Error('the contents are not those that it says')
      break
    }
  }
  const digest = sha256(Buffer.from(`${texts.slice(0, at + 1).join('\n')}\n`)).toString('base64url')
  at++
  const closing = next('closing')
  at++
  const checkpoint = next('checkpoint')
  at++
  if (typeof closing !== 'string' || typeof checkpoint !== 'string') throw new Error('it is not closed')
  const places: number[] = []
  for (; next('places') !== undefined; at++) places.push(...(next('places') as number[]))
  const hashes: string[] = []
  for (; next('hashes') !== undefined; at++) hashes.push(...(next('hashes') as string[]))
  if (at !== lines.length) throw new Error('a line stands where none should')

  const seen = new Set<string>()
  for (const text of [...records, closing]) {
    const record = JSON.parse(text) as { timestamp: string; metadata: { tenant: string; stream: string; sequence: string } }
    if (canonical(record) !== text) throw new Error('a record is not canonical')
    const { tenant, stream, sequence } = record.metadata
    if (seen.size === seen.add(`${tenant}/${stream}/${sequence}`).size) throw new Error('a record stands there twice')
    if (text === closing) continue
    const time = Date.parse(record.timestamp)
    if ((head.tenant !== null && tenant !== head.tenant) || time < Date.parse(String(head.since)) || (head.until !== null && time >= Date.parse(String(head.until)))) throw new Error('a record is not of what was asked')
  }
  const own = JSON.parse(closing) as { outcome: string; action: { resource: string; verb: string }; actor: { userId: string }; metadata: { tenant: string }; context: { export: { form: string; records: number; digest: string } } }
  const isOwn = own.outcome === 'done' && own.action.resource === 'audit' && own.action.verb === (head.tenant === null ? 'exportOnPlatform' : 'export') && own.actor.userId === head.reader && own.metadata.tenant === (head.tenant ?? 'platform')
  if (!isOwn) throw new Error('it is closed by another’s record')
  if (own.context.export.form !== 'bundle' || own.context.export.records !== records.length || own.context.export.digest !== digest) throw new Error('it is not what was taken out')
  inLog([...records, closing], { checkpoint, places, hashes }, key)
}
