/** Checks an investigation as a stranger would: written from server/investigations/BUNDLE.md and server/audit/EXPORT.md alone, with what Node has. It takes nothing from the product, and is not to: what it shares is the strangers’ own. */
import { canonical, inLog, type Line, sha256 } from './strangers-log'

type Name = { tenant: string; stream: string; sequence: string }
type Said = { outcome: string; actor: { userId: string | null }; action: { resource: string; verb: string; name: string | null }; metadata: Name; context: Line | null }
type Head = { format: string; log: string; reader: string; investigation: string }
const nameOf = ({ tenant, stream, sequence }: Name) => `${tenant}.${stream}.${sequence}`
/** What stands beside the investigation and the number, by the verb. */
const beside: Readonly<Record<string, string>> = {
  open: 'incident,owner,query,question,title', pin: 'record,why', unpin: 'reason,record', note: 'note,record', hand: 'owner,reason', change: 'incident,query,reason', close: 'closed,finding', reopen: 'closed,reason',
}

/** Null if all of it holds; else the first thing that does not. */
export function strangersFinding(file: string, key: string): string | null {
  try {
    check(file, key)
    return null
  } catch (thrown) {
    return thrown instanceof Error ? thrown.message : String(thrown)
  }
}

function check(file: string, key: string): void {
  const texts = file.slice(0, -1).split('\n')
  const lines = texts.map((text) => JSON.parse(text) as Line)
  if (!file.endsWith('\n') || texts.some((text, at) => JSON.stringify(lines[at]) !== text)) throw new Error('a line is written otherwise')
  const head = lines[0] as unknown as Head
  if (Object.keys(head).join() !== 'format,manual,log,reader,investigation,asOf' || head.format !== 'bailiwick-investigation-1') throw new Error('it is no investigation')
  const named = lines.slice(1).map((line) => Object.keys(line).join())
  if (!/^((custody|missing) )*((record|missing) )*contents closing checkpoint( places)+( hashes)*$/.test(named.join(' '))) throw new Error('its lines are others')
  const all = (name: string) => lines.filter((line, at) => at > 0 && name in line).map((line) => line[name])

  const upTo = named.indexOf('contents') + 2
  const { deeds, records } = follow(head, lines.slice(1, upTo - 1))
  const [contents] = all('contents') as { custody: number; records: number; missing: number }[]
  if (canonical(contents) !== canonical({ custody: deeds.length, records: records.length, missing: all('missing').length })) throw new Error('the contents are not those that it says')

  const closing = String(all('closing')[0])
  const { outcome, action, actor, metadata, context } = readRecord(closing)
  if (context === null) throw new Error('it is closed by what is no export')
  if (outcome !== 'done' || action.resource !== 'investigations' || action.verb !== 'export' || action.name !== head.investigation || actor.userId !== head.reader || metadata.tenant !== 'platform') throw new Error('it is closed by another’s record')
  const { form, records: count, digest } = context.export as { form: string; records: number; digest: string }
  if (form !== 'investigation' || count !== deeds.length + records.length || digest !== sha256(Buffer.from(`${texts.slice(0, upTo).join('\n')}\n`)).toString('base64url')) throw new Error('it is not what was taken out')
  inLog([...deeds, ...records, closing], { checkpoint: String(all('checkpoint')[0]), places: all('places').flat() as number[], hashes: all('hashes').flat() as string[] }, key)
}

function readRecord(text: string): Said {
  const said = JSON.parse(text) as Said
  if (canonical(said) !== text) throw new Error('a record is not canonical')
  return said
}

/** Does again what the deeds did: what is pinned after the last of them is what is to stand there. */
function follow(head: Head, lines: Line[]): { deeds: string[]; records: string[] } {
  const [deeds, records, pinned, everPinned, there, seen]: [string[], string[], Set<string>, Set<string>, Set<string>, Set<string>] = [[], [], new Set(), new Set(), new Set(), new Set()]
  let [number, deedsGone] = [0, 0]
  for (const line of lines) {
    if ('missing' in line) {
      const name = line.missing as Name
      if (name.tenant === 'platform' && name.stream === 'deed' && records.length === 0 && !everPinned.has(nameOf(name))) [number, deedsGone] = [number + 1, deedsGone + 1]
      else there.add(nameOf(name))
      continue
    }
    const text = String(line.custody ?? line.record)
    const said = readRecord(text)
    const name = nameOf(said.metadata)
    if (seen.size === seen.add(name).size) throw new Error('a record stands there twice')
    if ('record' in line) {
      records.push(text)
      there.add(name)
      continue
    }
    number++
    deeds.push(text)
    const { investigation, number: own, ...says } = (said.context?.after ?? {}) as Line
    const isDeed = said.outcome === 'done' && said.action.resource === 'investigations' && said.metadata.tenant === 'platform' && said.metadata.stream === 'deed' && investigation === head.investigation
    if (!isDeed || Object.keys(says).sort().join() !== beside[said.action.verb]) throw new Error('a deed is not of this investigation')
    if (own !== number) throw new Error('the deeds have a hole')
    if (said.action.verb === 'pin') {
      pinned.add(String(says.record))
      everPinned.add(String(says.record))
    }
    if (said.action.verb === 'unpin') pinned.delete(String(says.record))
  }
  if ([...pinned].some((name) => !there.has(name))) throw new Error('a record that is pinned is not there')
  if (deedsGone === 0 && [...there].some((name) => !pinned.has(name))) throw new Error('a record is there that nobody pinned')
  return { deeds, records }
}
