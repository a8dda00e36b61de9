import { send } from '~/components/shell/send'
import { concealedText, decideQuery, plainOf, queryLongest, valuesOf } from '~/server/audit/decide-query'
import { personalRefusals } from '~/server/personal/personal.refusals'

/** Names and addresses that were typed become what they are found by, before anything is asked: none of them is in an address or in what is recorded of a search. */
export async function conceal(typed: string, tenant: string | null): Promise<{ text: string; says: string | null }> {
  let text = typed
  const asked = decideQuery(typed)
  const plain = plainOf(typed)
  const tenants = tenant === null ? valuesOf(asked, 'tenant') : [tenant]
  if (plain.length > 0 && tenants.length > 1) return { text, says: 'Each tenant conceals names and addresses by a key of its own. Ask for one tenant.' }
  for (const each of plain) {
    const wish = { field: each.field, plain: each.plain }
    const [of = null] = tenants
    const context = { key: crypto.randomUUID() }
    const answer = tenant === null ? await send('personal.concealOnPlatform', { tenant: of, ...wish }, personalRefusals, context) : await send('personal.conceal', { tenant, ...wish }, personalRefusals, context)
    if (!answer.ok) return { text, says: `${answer.no.says} ${answer.no.fix}` }
    text = concealedText(text, each, answer.value.hash)
  }
  // What is longer than a query can be is none, and everything would be found.
  if (text.length > queryLongest) return { text: typed, says: 'These are more names and addresses than can be asked for at once.' }
  return { text, says: null }
}
