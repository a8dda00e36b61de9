import type { Metadata } from 'next'
import { cache } from 'react'
import { sayControl } from '~/components/policies/say-control'
import { DraftAgain } from '~/components/quotas/draft-again'
import { AnswerQuestion } from '~/components/requests/answer-question'
import { DecideRequest } from '~/components/requests/decide-request'
import { Neighbours } from '~/components/requests/neighbours'
import { askOf, consequenceOf, type RequestRead } from '~/components/requests/request'
import { RequestPage } from '~/components/requests/request-page'
import { RequestState } from '~/components/requests/request-state'
import { sayEnd, sayGrant, saySign } from '~/components/requests/say-terms'
import { whyNotSign } from '~/components/requests/why-not-sign'
import { WithdrawRequest } from '~/components/requests/withdraw-request'
import { Crumb } from '~/components/shell/crumb'
import { paths } from '~/components/shell/paths'
import { ReadAgain } from '~/components/shell/read-again'
import type { Reason } from '~/components/ui/reason'
import { commandsAreCarriedOut, me, onPage, onPageIfAnswered } from '~/server/api/caller'
import type { Sheet } from '~/server/allocations/sheet'
import { requestRefusals } from '~/server/requests/request.refusals'
import { reasonNot } from './deeds'
import { Screen } from './screen'

const words = (refusal: keyof typeof requestRefusals): Reason => `${requestRefusals[refusal].says} ${requestRefusals[refusal].fix}`
/** What stands between somebody and any word on it, not only a yes. */
const silent = ['own_request', 'not_asked', 'recused', 'is_machine'] as const

function signOf(request: RequestRead): string {
  switch (request.kind) {
    case 'allocation.admit': return saySign(request.termsBody)
    case 'allocation.extend': return `Sign: extend until ${sayEnd(request.payload.endsAt)}`
    case 'breakglass.review': return 'Sign: it was right'
    case 'pair.allow': return `Sign: allow it until ${sayEnd(request.payload.until)}`
    case 'policy.except': return `Sign: ${sayControl(request.payload.control)} need not be met`
    case 'quota.raise': return `Sign: give ${askOf(request)}`
    case 'role.elevate': return `Sign: elevation for ${request.payload.hours} hours`
    case 'tenant.create': return `Sign: make tenant ${request.subject}`
  }
}

/** Asked by those alone who may be told: to ask and be refused is recorded, and a page that was is not read again by itself. */
async function sheetOf({ kind, state, payload, allocation }: RequestRead, tenant: string | null): Promise<Sheet | null> {
  if (kind !== 'allocation.admit' || state !== 'open' || allocation === null) return null
  const standing = (await me()).standing(tenant === null ? 'requests.sheet' : 'requests.sheetInTenant', tenant === null ? {} : { tenant })
  if (!standing.may || !(await commandsAreCarriedOut())) return null
  const of = { tenant: payload.tenant, allocation, less: null }
  const answer = await onPageIfAnswered((door) => (tenant === null ? door.requests.sheet(of) : door.requests.sheetInTenant(of)))
  return answer?.ok ? answer.value : null
}

/** Read once, for the page and for what its window is called. */
const requestRead = cache((id: string, tenant: string | null) => onPage((door) => (tenant === null ? door.requests.read({ request: id }) : door.requests.readInTenant({ tenant, request: id }))))
export const requestTitled = async (id: string, tenant: string | null): Promise<Metadata> => ({ title: `${askOf(await requestRead(id, tenant))} · Requests · ${tenant ?? 'Platform'}` })

/** A request as whoever may read it sees it, on the platform or in a tenant: read in one go, and what comes of a yes with it. */
export async function RequestInView({ id, tenant }: { id: string; tenant: string | null }) {
  const place = tenant === null ? {} : { tenant }
  const [inTenant, request, regions, { person }] = await Promise.all([
    tenant === null ? null : onPage((door) => door.tenants.read({ tenant })),
    requestRead(id, tenant), onPage((door) => door.regions.list({})), me(),
  ])
  const at = { ...place, inTenant }
  const draft = tenant !== null && request.kind === 'quota.raise' && request.state === 'approved' ? request.payload.draft : []
  const [sheet, approve, refuse, ask, recuse, renew, withdraw, answer, offer] = await Promise.all([
    sheetOf(request, tenant), reasonNot(tenant !== null ? 'requests.approveInTenant' : 'requests.approve', 'approve this', at), reasonNot(tenant !== null ? 'requests.refuseInTenant' : 'requests.refuse', 'refuse this', at),
    reasonNot(tenant !== null ? 'requests.askInTenant' : 'requests.ask', 'ask about this', at), reasonNot(tenant !== null ? 'requests.recuseInTenant' : 'requests.recuse', 'leave this to others', at),
    reasonNot(tenant !== null ? 'requests.renewInTenant' : 'requests.renew', 'ask for what is now', at), reasonNot('requests.withdraw', 'withdraw this'), reasonNot('requests.answer', 'answer'),
    reasonNot(tenant !== null ? 'requests.offerInTenant' : 'requests.offer', 'offer less', at),
  ])
  const title = askOf(request)
  const isOwn = request.requestedBy.person === person
  const isSigned = request.words.some((word) => word.kind === 'yes' && word.person?.person === person && word.void === null)
  const no = tenant !== null && request.level === 'platform' ? (isOwn ? 'own_request' : 'not_asked') : request.ifApproved
  const none = no !== null && (silent as readonly string[]).includes(no) ? words(no) : null
  const isAllocation = request.kind === 'allocation.admit'
  const whyNotApprove = approve ?? (isSigned ? 'You have said yes to these very terms. Others are still asked.' : no === null ? (isAllocation ? whyNotSign(sheet) : null) : words(no))
  const hrefOf = (other: string | null) => (other === null ? null : tenant === null ? paths.request(other) : paths.tenantRequest(tenant, other))
  const question = request.words.findLast(({ kind }) => kind === 'question')
  return (
    <Screen title={title} inTenant={inTenant} says={<RequestState state={request.state} byRule={request.byRule === 'approved'} />}>
      <Crumb says={request.subject} />
      {isAllocation && request.state === 'open' && request.allocation !== null && approve === null && sheet === null && <ReadAgain />}
      <RequestPage request={request} sheet={sheet} known={regions} reader={person} tenant={tenant} now={new Date()}>
        {request.state === 'open' && (
          <>
            <DecideRequest
              tenant={tenant} request={id} terms={request.terms} ask={title} sign={signOf(request)}
              byPasskey={request.rule.factor === 'passkey'} consequence={isAllocation ? sayGrant(request.termsBody) : consequenceOf(request)} renews={isAllocation && sheet !== null && sheet.moved.length > 0 && none === null && renew === null && request.allocation !== null ? { tenant: request.payload.tenant, allocation: request.allocation } : null}
              offers={isAllocation && request.allocation !== null ? { tenant: request.payload.tenant, allocation: request.allocation, terms: request.terms, pods: request.payload.pods, hours: request.payload.hours } : null}
              whyNot={{ approve: whyNotApprove, refuse: refuse ?? none, ask: ask ?? none ?? (request.kind === 'pair.allow' ? words('asker_elsewhere') : request.askedAt === null ? null : words('question_open')), recuse: recuse ?? none, offer: offer ?? none }}
            />
            {isOwn && request.askedAt !== null && question && <AnswerQuestion request={id} question={question.says ?? ''} whyNot={answer} />}
            {isOwn && <WithdrawRequest request={id} ask={title} whyNot={withdraw} />}
          </>
        )}
        {tenant !== null && draft.length > 0 && <DraftAgain tenant={tenant} resource={request.subject} meant={draft} whyNot={await reasonNot('quotas.change', 'change quotas', at)} />}
        <Neighbours previous={hrefOf(request.beside.previous)} next={hrefOf(request.beside.next)} />
      </RequestPage>
    </Screen>
  )
}
