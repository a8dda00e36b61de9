import { paths } from '~/components/shell/paths'
import type { MailedKind } from '~/server/identity/notice'

/** What a mail may say of a notice: of what sort it is. What it is about, who is in it and why stay in the console, behind the link. */
const words: Record<MailedKind, { says: string; many: string }> = {
  request_waits: { says: 'A request waits for your decision', many: 'requests wait for your decision' },
  request_decided: { says: 'A request of yours was decided', many: 'requests of yours were decided' },
  request_question: { says: 'Somebody asks something about a request', many: 'questions about requests wait for an answer' },
  request_terms_changed: { says: 'A request that you signed has changed', many: 'requests that you signed have changed' },
  lease_ends: { says: 'An allocation ends soon', many: 'allocations end soon' },
  allocation_expired: { says: 'The time of an allocation is over', many: 'allocations are over: their time has passed' },
  allocation_preempted: { says: 'The place of an allocation of yours is taken, or given back', many: 'notices about the place of an allocation of yours' },
  allocation_shrunk: { says: 'An allocation of yours is made smaller, or as large again as it was', many: 'notices about how large an allocation of yours is' },
  allocation_unused: { says: 'An allocation of yours that stands unused is taken back, or given back', many: 'notices about an allocation of yours that stands unused' },
  wait_over: { says: 'An allocation waits for room no more', many: 'allocations wait for room no more' },
  pair_decided: { says: 'A pair that you offered was decided', many: 'pairs that you offered were decided' },
  pair_ended: { says: 'A pair was ended by the other side', many: 'pairs were ended by the other side' },
  pair_ends: { says: 'A pair ends soon', many: 'pairs end soon' },
  review_waits: { says: 'It is to be reviewed who holds what', many: 'reviews of who holds what wait for you' },
  review_closed: { says: 'A review of who holds what is closed', many: 'reviews of who holds what are closed' },
  review_spared: { says: 'Nobody confirmed the last admin of a place', many: 'places have a last admin whom nobody confirmed' },
  access_ends: { says: 'Something that you hold ends soon unless somebody confirms it', many: 'things that you hold end soon unless somebody confirms them' },
  limit_lowered: { says: 'A limit has come down to where you wanted it', many: 'limits have come down to where you wanted them' },
  over_quota: { says: 'Somebody asked for more than your tenant’s quota has room for', many: 'days on which somebody asked for more than a quota has room for' },
  case_answered: { says: 'A tenant answered what you did about a case', many: 'tenants answered what you did about their cases' },
  case_moved: { says: 'The platform did something about how your tenant uses what it has', many: 'steps were taken about how your tenant uses what it has' },
}
export type Told = { readonly kind: MailedKind; readonly path: string | null }
export type Mail = { readonly subject: string; readonly text: string; readonly html: string }
const linesMost = 20

/** One thing is said by its kind; several are the day’s digest. `origin` is where people find this console. */
export function composeMail(told: readonly [Told, ...Told[]], origin: string): Mail {
  const [first] = told
  const isOne = told.length === 1
  const kinds = new Set(told.map(({ kind }) => kind))
  const subject = isOne ? words[first.kind].says : kinds.size === 1 ? `${told.length} ${words[first.kind].many}` : `${told.length} notices for you`
  const lines = told.slice(0, linesMost).map(({ kind, path }) => ({ says: words[kind].says, link: `${origin}${path ?? paths.notices()}` }))
  const more = told.length - lines.length
  const all = `${origin}${paths.notices()}`
  const choose = `${origin}${paths.profile()}`
  const text = [
    ...lines.map(({ says, link }) => `${says}:\n${link}\n`), ...(more > 0 ? [`And ${more} more:\n${all}\n`] : []),
    `You are told because you can do something about it. When you are written to, you choose at\n${choose}`, '',
  ].join('\n')
  const html = [
    '<!doctype html><html lang="en"><body>', '<ul>', ...lines.map(({ says, link }) => `<li>${escaped(says)}: <a href="${escaped(link)}">${escaped(link)}</a></li>`), '</ul>',
    ...(more > 0 ? [`<p><a href="${escaped(all)}">And ${more} more</a></p>`] : []),
    `<p>You are told because you can do something about it. <a href="${escaped(choose)}">Choose when you are written to</a>.</p>`, '</body></html>', '',
  ].join('\n')
  return { subject, text, html }
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escaped = (text: string) => text.replace(/[&<>"']/g, (sign) => entities[sign] ?? '')
