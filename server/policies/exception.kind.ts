import { keepPolicy } from '~/server/admission/keep-policy'
import { type Approving, makeKind, type Seen } from '~/server/requests/kind'
import { decideException } from './decide-exception'
import { exceptionState, isOf, kind, placeOf, podSecurityNow, PolicyException } from './exception'

export const exception = makeKind({
  asks: ['policies.except'],
  payload: PolicyException,
  gainers: () => [],
  shown: (asked: PolicyException) => asked,
  inDeed: {
    load: async (rows: Seen, asked: PolicyException) => ({ ...(await exceptionState({ rows, now: new Date() }, asked)), until: new Date(asked.until) }),
    decide: ({ until, ...state }) => decideException(state, { until }),
    /** A later end takes the place of an earlier one, and what is over is left out. */
    effect: async (tx: Approving, asked: PolicyException) => {
      const { row, body } = await podSecurityNow(tx)
      const { control, until, owner, because } = asked
      const exceptions = [...body.exceptions.filter((one) => Date.parse(one.until) > tx.now.getTime() && !isOf(asked)(one)), { control, namespace: placeOf(asked), owner, until, because }]
      const { value } = await keepPolicy(tx, null, { kind, body: { ...body, exceptions } }, row, { version: (row?.version ?? 0n) + 1n })
      return { policy: kind, version: value.version, control, namespace: placeOf(asked), until }
    },
  },
})
