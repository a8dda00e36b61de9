/**
 * What keeps the promises that are kept in code, as the product has it. A probe asks what it is handed and nothing else, so that what it says can be checked:
 * handed something that keeps nothing, it must say that the promise is broken.
 */
import { decide } from '~/server/admission/decide'
import { createCaller, type RequestContext } from '~/server/api/procedure'
import { api } from '~/server/api/router'
import { openCheckpoint } from '~/server/audit/checkpoint'
import { openPersonal, sealFor } from '~/server/audit/personal'
import { reachOf } from '~/server/authorization/permit'
import { judgeUse } from '~/server/cases/decide-use'
import { takeReport } from '~/server/clusters/take-report'
import { sealSession, sessionIsSealed } from '~/server/identity/token'
import { spendStepUp } from '~/server/identity/step-up'
import { open, seal } from '~/server/keys/seal'
import { capture } from '~/server/levels/capture'
import { decideTarget } from '~/server/outbox/webhook/decide-target'
import { rateStore } from '~/server/database/rate-store'
import { Rate } from '~/server/rates/rates'
import { closeReview } from '~/server/reviews/close-review'

const door = (context: RequestContext) => createCaller(api)(context)
type Opened = Parameters<ReturnType<typeof door>['personal']['open']>[0]

export const keepers = {
  decide, reachOf, door, openCheckpoint, sealFor, openPersonal, sealSession, sessionIsSealed, seal, open, capture, decideTarget, takeReport, closeReview, judgeUse,
  rate: (perSecond: number): Pick<Rate, 'take'> => new Rate('probe', perSecond, rateStore('engine')),
  openName: (context: RequestContext, wish: Opened): Promise<unknown> => door(context).personal.open(wish),
  spendStepUp: (...asked: Parameters<typeof spendStepUp>): Promise<unknown> => spendStepUp(...asked),
}
export type Keepers = Readonly<typeof keepers>
