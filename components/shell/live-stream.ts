import { createTRPCUntypedClient, httpSubscriptionLink, type TRPCClientError } from '@trpc/client'
import type { Api } from '~/server/api/router'
import type { WatchName } from './answer'
import type { Link } from './live-state'

const door = createTRPCUntypedClient<Api>({ links: [httpSubscriptionLink({ url: '/api/trpc' })] })

/** A stream that is away for less is on its way back: nothing is said of it. */
const patienceMs = 4_000
const waitMs = (tries: number) => Math.min(30_000, 1_000 * 2 ** tries) * (0.5 + Math.random())

type Heard = { link: Link; told?: string }
type Refused = TRPCClientError<Api> & { data?: { refusal?: string | null } }
const forGood = new Set(['not_found', 'forbidden', 'too_many_watchers', 'bad_input'])

/** Listens until it is told to stop. The browser takes up a lost stream by itself; what ended for another reason is begun again here, ever more slowly. */
export function follow(name: WatchName, input: object, hear: (heard: Heard) => void): () => void {
  let stopped = false
  let tries = 0
  let isDoubted = false
  let awayLater: ReturnType<typeof setTimeout> | undefined
  let againLater: ReturnType<typeof setTimeout> | undefined
  let current: { unsubscribe: () => void } | undefined
  function back(): void {
    clearTimeout(awayLater)
    awayLater = undefined
  }
  // However often it is tried, it has been away since the first time.
  function away(): void {
    awayLater ??= setTimeout(() => hear({ link: 'lost' }), patienceMs)
  }
  function again(): void {
    current?.unsubscribe()
    clearTimeout(againLater)
    againLater = setTimeout(begin, waitMs(tries++))
  }
  function begin(): void {
    away()
    current = door.subscription(name, input, {
      onData: (data) => {
        if (stopped) return
        tries = 0
        isDoubted = false
        back()
        hear({ link: 'open', told: (data as { sequence: string }).sequence })
      },
      onConnectionStateChange: ({ state }) => { if (state === 'connecting' && !stopped) away() },
      onError: (error) => {
        if (stopped) return
        const { refusal } = (error as Refused).data ?? {}
        // Whoever elevates or confirms gets a new session in the place of this one: asked again, the browser shows that.
        if (refusal === 'not_signed_in' && !isDoubted) {
          isDoubted = true
          return again()
        }
        const isForGood = refusal === 'not_signed_in' || (refusal && forGood.has(refusal))
        if (!isForGood) return again()
        back()
        hear({ link: refusal === 'not_signed_in' ? 'signed_out' : 'off' })
      },
      // The server ends a stream in order when it stops: it is asked again when it should be back.
      onComplete: () => { if (!stopped) again() },
    })
  }
  hear({ link: 'opening' })
  begin()
  return () => {
    stopped = true
    clearTimeout(againLater)
    back()
    current?.unsubscribe()
  }
}
