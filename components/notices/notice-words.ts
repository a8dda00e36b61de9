import { paths } from '~/components/shell/paths'
import type { NoticeShown } from '~/server/notices/list-notices'
import { many } from '~/server/shared/many'

type NoticeWords = { says: string; fix: string }
const text = (value: string | null | undefined) => value ?? ''
const from = ({ source }: NoticeShown['body']) => (source ? `, from ${source}` : '')
const kinds: Readonly<Record<string, string>> = { passkey: 'passkey', code: 'code generator', totp: 'code generator' }
const factor = ({ kind, label }: NoticeShown['body']) => `${kinds[text(kind)] ?? 'second factor'}${label ? ` “${label}”` : ''}`

const named = (what: string, { label }: NoticeShown['body']) => (label ? `${what} “${label}”` : null)
const request = (body: NoticeShown['body']) => named('The request', body) ?? 'A request'
const outcomes: Readonly<Record<string, string>> = { approved: 'approved', by_rule: 'approved by rule', refused: 'refused', withdrawn: 'withdrawn', expired: 'not decided in time', carried_out: 'approved and carried out' }
const pairOutcomes: Readonly<Record<string, string>> = { in_force: 'is in force', refused: 'was refused', lapsed: 'was not answered in time' }
const caseNews: Readonly<Record<string, string>> = { told: 'the platform saw something in how it uses what it has', asked: 'the platform asks whether it needs what it has', announced: 'what stands unused is taken back in five minutes', taken: 'what stood unused was taken back', undone: 'a step of the platform was taken back', given_back: 'what was taken back was given back', shrinking: 'what has more GPUs than it needs is made smaller in five minutes', shrunk: 'what had more GPUs than it needed was made smaller', preempting: 'what is borrowed is taken back in five minutes', preempted: 'what was borrowed was taken back', bounded: 'it may borrow less for a time', suspended: 'new requests are suspended for a time', lifted: 'what the platform had bound it by was lifted', over: 'what the platform had bound it by is over' }
const adminNow: Readonly<Record<string, string>> = { made: 'is a platform admin now', invited: 'is invited to be a platform admin', disabled: 'is a platform admin, and kept out now' }
const lossOf: Readonly<Record<string, string>> = { lent: 'what it had was lent, and others need it', urgent: 'something more urgent needs it' }
const waitOver: Readonly<Record<string, NoticeWords>> = {
  admitted: { says: 'has its place now', fix: 'Use it: what it has is charged from now on.' },
  held: { says: 'needs somebody’s yes by now', fix: 'See whose, and what of.' },
  refused: { says: 'was refused when its turn came', fix: 'See why, and ask for it otherwise.' },
}
const days = (count: string | null | undefined) => (count ? `in ${many(Number(count), 'day')}` : 'soon')

/** A notice of before there were places to go leads to where all of them are. */
export const placeOfNotice = (path: string | null): string => path ?? paths.notices()

/** To the minute and in UTC. */
const minuteOf = (at: string) => `${at.slice(0, 16).replace('T', ' ')} UTC`
const dayOf = (until: string | null | undefined) => (until ? ` by ${minuteOf(until)}` : '')
const placeIn = (place: string | null | undefined) => (place === undefined ? '' : place === null ? ' on the platform' : ` in ${place}`)

const ifNotYou = 'If that was not you, change your password and end your other sessions.'
/** What happened to somebody's account, where from, and what to do if they did not do it. */
export const noticeWords: Record<NoticeShown['kind'], (body: NoticeShown['body']) => NoticeWords> = {
  factor_added: (body) => ({ says: `A ${factor(body)} was added to your second factors${from(body)}.`, fix: 'If that was not you, remove it, change your password and end your other sessions.' }),
  factor_removed: (body) => ({ says: `The ${factor(body)} was removed from your second factors${from(body)}.`, fix: ifNotYou }),
  factor_failed: (body) => ({ says: `Somebody knew your password and did not pass your second factor${from(body)}.`, fix: 'If that was not you, change your password.' }),
  password_changed: (body) => ({ says: `Your password was changed${from(body)}.`, fix: 'If that was not you, ask an admin for a link to set a new one, now.' }),
  password_reset: (body) => ({ says: `An admin made a link to set a new password for you${from(body)}.`, fix: 'If you did not ask for one, tell your security team.' }),
  recovery_codes_made: (body) => ({ says: `New recovery codes were made${from(body)}; the earlier ones do not work any more.`, fix: ifNotYou }),
  recovery_code_used: (body) => ({ says: `One of your recovery codes was used to come in${from(body)}.`, fix: `Add a new second factor if you lost yours. ${ifNotYou}` }),
  sessions_ended: (body) => ({ says: `An admin ended all your sessions${from(body)}.`, fix: 'If you do not know why, ask them.' }),
  account_disabled: () => ({ says: 'Your account was disabled by an admin.', fix: 'If you do not know why, ask them.' }),
  account_enabled: () => ({ says: 'Your account was enabled again by an admin.', fix: 'Nothing to do.' }),
  member_reset: ({ label, place, factors }) => ({ says: `An admin of the platform made a link by which ${text(label) || 'somebody'}, who has a role${placeIn(place)}, sets a new password${factors === 'lost' ? ' and another second factor' : ''}.`, fix: 'If they did not ask for it, whoever has the link may come in as them: end their role.' }),
  break_glass_asked: (body) => ({ says: `Somebody on the platform asks to act${placeIn(body.place)} by themselves, because nobody else is there to allow it.`, fix: 'If you know better, stop it before it opens.' }),
  break_glass_opened: (body) => ({ says: `Somebody on the platform acts${placeIn(body.place)} by themselves, for an hour at most.`, fix: 'Whoever works on the platform can end it.' }),
  break_glass_over: (body) => ({ says: `Nobody acts${placeIn(body.place)} by themselves any more.`, fix: 'Until somebody has looked at what was done, nobody can do it again.' }),
  erasure_asked: ({ label }) => ({ says: `Somebody asks to erase the personal data of ${text(label) || 'a tenant'}.`, fix: 'Somebody else has to sign it. If it should not go, take it back.' }),
  erasure_signed: ({ label }) => ({ says: `The personal data of ${text(label) || 'a tenant'} is erased for good in 72 hours.`, fix: 'If it should not go, take it back before that.' }),
  erasure_taken_back: ({ label }) => ({ says: `The erasure of ${text(label) || 'a tenant'} was taken back. Nothing is gone.`, fix: 'Nothing to do.' }),
  approvals_lowered: ({ until }) => ({ says: `Somebody changed approvals for everybody: ${until ? `from ${minuteOf(until)} on` : 'in a day'} they ask for less than now.`, fix: 'If that should not be, take it back before then.' }),
  admin_changed: ({ label, state }) => ({ says: `${text(label) || 'Somebody'} ${adminNow[text(state)] ?? 'is a platform admin no more'}.`, fix: 'If that should not be, any platform admin can undo it.' }),
  delegation_began: ({ label, delegate, place }) => ({ says: `${text(delegate) || 'Somebody'} decides for ${text(label) || 'somebody'}${placeIn(place)} while they are away.`, fix: 'Either of the two can end it.' }),
  delegation_ended: ({ label, delegate, place }) => ({ says: `${text(delegate) || 'Somebody'} decides for ${text(label) || 'somebody'}${placeIn(place)} no more.`, fix: 'Nothing to do.' }),
  access_ended: ({ label, place, state }) => ({ says: `You hold ${text(label) || 'a role'}${placeIn(place)} no more: ${state === 'silence' ? 'nobody confirmed it in the review' : 'it was ended in a review'}.`, fix: 'If you still need it, ask an admin to give it to you again.' }),
  allocation_preempted: ({ label, state, kind }) => ({
    announced: { says: `The allocation ${text(label) || 'of yours'} is borrowed, and is taken back in five minutes.`, fix: 'Save what it has done, and ask for it again within your own share.' },
    taken: { says: `The allocation ${text(label) || 'of yours'} was taken back: it was borrowed.`, fix: 'If it is still needed, ask for it again, or ask an admin of the tenant to have it given back.' },
    given_back: { says: `The allocation ${text(label) || 'of yours'} was given back to you as it was.`, fix: 'It begins again by itself.' },
  })[text(state)] ?? ({
    says: `${label ? `The allocation ${label}` : 'An allocation of yours'} lost its place: ${lossOf[text(kind)] ?? 'others need it'}.`,
    fix: { waits: 'It waits, and begins again by itself when it has a place.', over: 'It is over: if it is still needed, ask for it again.' }[text(state)] ?? 'If it may wait it begins again by itself; otherwise ask for it again.',
  }),
  allocation_shrunk: ({ label, state }) => ({
    announced: { says: `The allocation ${text(label) || 'of yours'} has more GPUs than it was seen to need, and is made smaller in five minutes.`, fix: 'Save what it has done, or use what it has, and it keeps it.' },
    taken: { says: `The allocation ${text(label) || 'of yours'} was made smaller: it has as many GPUs as it was seen to need.`, fix: 'Its pods have begun again. If it needs more, ask an admin of the tenant to have it given back.' },
    given_back: { says: `The allocation ${text(label) || 'of yours'} has as many GPUs again as it had.`, fix: 'Its pods begin again by themselves.' },
  })[text(state)] ?? { says: `The allocation ${text(label) || 'of yours'} is made smaller.`, fix: 'Look at what becomes of it.' },
  allocation_unused: ({ label, state }) => ({
    announced: { says: `The allocation ${text(label) || 'of yours'} stands unused, and is taken back in five minutes.`, fix: 'Use it, and you keep it.' },
    taken: { says: `The allocation ${text(label) || 'of yours'} was taken back: it stood unused.`, fix: 'If it is still needed, ask for it again, or ask an admin of the tenant to have it given back.' },
    given_back: { says: `The allocation ${text(label) || 'of yours'} was given back to you as it was.`, fix: 'It begins again by itself.' },
  })[text(state)] ?? { says: `The allocation ${text(label) || 'of yours'} stands unused.`, fix: 'Look at what becomes of it.' },
  request_waits: (body) => ({ says: `${request(body)}${body.who ? ` by ${body.who}` : ''} waits for your decision.`, fix: 'Look at what it comes to, and decide.' }),
  request_decided: (body) => ({ says: `${request(body)} was ${outcomes[text(body.state)] ?? 'decided'}${body.who ? ` by ${body.who}` : ''}.`, fix: 'Look at what became of it.' }),
  request_question: (body) => ({ says: `${body.who ?? 'Somebody'} asks something about ${request(body).replace(/^The|^A/, (word) => word.toLowerCase())}.`, fix: 'Answer: until then it waits.' }),
  request_terms_changed: (body) => ({ says: `What ${request(body).replace(/^The|^A/, (word) => word.toLowerCase())} comes to has changed since it was signed.`, fix: body.state === 'asked' ? 'Look at what is different: whoever decides is asked anew.' : 'Look at what is different, and sign again or refuse.' }),
  lease_ends: (body) => ({ says: `${named('The allocation', body) ?? 'An allocation'} ends ${days(body.days)}.`, fix: 'Extend it if it is still needed; otherwise it ends by itself.' }),
  wait_over: (body) => ({ says: `${named('The allocation', body) ?? 'An allocation of yours'} waited for room, and ${waitOver[text(body.state)]?.says ?? 'waits no more'}.`, fix: waitOver[text(body.state)]?.fix ?? 'Look at what became of it.' }),
  pair_decided: (body) => ({ says: `${named('The pair', body) ?? 'A pair'} ${pairOutcomes[text(body.state)] ?? 'was decided'}.`, fix: body.state === 'in_force' ? 'Either side can end it.' : 'Offer it again, or otherwise.' }),
  pair_ended: (body) => ({ says: `${named('The pair', body) ?? 'A pair'} was ended by ${text(body.by) || 'the other side'}${body.state === 'deleted' ? ': its namespace was deleted' : ''}.`, fix: 'If it is still needed, offer it again.' }),
  pair_ends: (body) => ({ says: `${named('The pair', body) ?? 'A pair'} ends ${days(body.days)}.`, fix: 'If it is still needed, offer it again with a later end.' }),
  review_waits: ({ place, until }) => ({ says: `It is to be reviewed who holds what${placeIn(place)}${dayOf(until)}.`, fix: 'Keep what is needed. What nobody keeps is ended then.' }),
  review_closed: ({ place, kept, ended }) => ({ says: `The review of who holds what${placeIn(place)} is closed: ${text(kept) || 'some'} kept, ${text(ended) || 'some'} ended.`, fix: 'Look at what became of it.' }),
  review_spared: ({ place }) => ({ says: `Nobody confirmed the last admin${placeIn(place)}, who stays: without them nobody could give a role.`, fix: 'Find out who is to run it.' }),
  access_ends: ({ label, place, until }) => ({ says: `Nobody has confirmed yet that you need ${text(label) || 'what you hold'}${placeIn(place)}. It ends${dayOf(until)} unless somebody does.`, fix: 'If you need it, tell an admin.' }),
  limit_lowered: ({ label, place }) => ({ says: `The limit of ${text(label) || 'a resource'}${placeIn(place)} has come down to where you wanted it.`, fix: 'What it gave back is the tenant’s to give.' }),
  over_quota: ({ place }) => ({ says: `Somebody in ${text(place) || 'a tenant of yours'} asked for more than its quota has room for, and was refused.`, fix: 'See who asked for what. If it is needed, ask for more quota.' }),
  case_moved: ({ place, state }) => ({ says: `${text(place) || 'A tenant'}: ${caseNews[text(state)] ?? 'something became of a case'}.`, fix: state === 'asked' ? 'Say for how long you need what you have, and why.' : 'Look at what was seen and what is done.' }),
  case_answered: ({ place }) => ({ says: `${text(place) || 'A tenant'} answered what you did about a case.`, fix: 'Read what it says. What is announced waits if it asked for time.' }),
  allocation_expired: (body) => {
    const which = named('The allocation', body) ?? 'An allocation of yours'
    return body.state === 'no_room' ? { says: `${which} did not begin: there was no room for it in its time.`, fix: 'Ask for it again if it is still needed, or for less.' } : { says: `${which} has ended: its time was over.`, fix: 'Ask for it again if it is still needed.' }
  },
}
