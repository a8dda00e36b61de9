import { figure } from '~/server/shared/figure'
/** What the word that is being typed could become. */
export type Completions = { kinds: readonly string[]; values: Readonly<Record<string, readonly { value: string; count: number | null }[]>> }
type Completion = { text: string; says: string; about: string }

const most = 8
const about: Readonly<Record<string, string>> = {
  actor: 'who, by name or id', role: 'by what role', verb: 'what was done', resource: 'to what sort of thing', name: 'to which', tenant: 'whose', namespace: 'where', outcome: 'what became of it', reason: 'why not',
  level: 'how much was kept', reference: 'what belongs together', username: 'by what name, concealed', ip: 'from what address, concealed', stream: 'deeds or access', since: 'from when', until: 'until when',
}

export function completing(typed: string, { kinds, values }: Completions): Completion[] {
  const [, before = '', last = ''] = /^(.*?)(\S*)$/s.exec(typed) ?? []
  const [, kind, value = ''] = /^([a-z]+):(.*)$/i.exec(last) ?? []
  const begins = (word: string, part: string) => word.toLowerCase().startsWith(part.toLowerCase())
  if (kind === undefined) return kinds.filter((each) => begins(each, last)).slice(0, last === '' ? kinds.length : most).map((each) => ({ text: `${before}${each}:`, says: `${each}:`, about: about[each] ?? '' }))
  return (values[kind.toLowerCase()] ?? []).filter((each) => begins(each.value, value) && each.value !== value).slice(0, most)
    .map((each) => ({ text: `${before}${kind}:${each.value} `, says: `${kind}:${each.value}`, about: each.count === null ? '' : figure(each.count) }))
}
