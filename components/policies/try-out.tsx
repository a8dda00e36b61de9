'use client'
import { useEffect, useRef, useState } from 'react'
import { announce } from '~/components/shell/announcer'
import type { QuestionOf, Told } from '~/components/shell/answer'
import { paths } from '~/components/shell/paths'
import { ask } from '~/components/shell/send'
import { Button } from '~/components/ui/button'
import { Link } from '~/components/ui/link'
import { Exact } from '~/components/ui/moment'
import type { Reason } from '~/components/ui/reason'
import { Cell, Head, Name, Row, Table } from '~/components/ui/table'
import type { Json } from '~/server/shared/canonical'
import { sayCame, sayTrial } from './say-trial'

type Question = QuestionOf<'policies.tryOut'>
/** What a draft would have made of the latest wishes, asked when somebody wants to know. */
export function TryOut({ tenant, kind, draft, whyNot }: { tenant: string; kind: string; draft: Json; whyNot: Reason | null }) {
  const [told, setTold] = useState<Told<'policies.tryOut'> | 'asking' | null>(null)
  const asking = useRef<AbortController | null>(null)
  useEffect(() => () => asking.current?.abort(), [])
  async function tryOut() {
    asking.current?.abort()
    const own = new AbortController()
    asking.current = own
    setTold('asking')
    const answer = await ask('policies.tryOut', { tenant, kind, body: draft } as Question, own.signal)
    if (own.signal.aborted) return
    setTold(answer)
    announce(answer.ok ? sayTrial(answer.value) : answer.no.says)
  }
  const trial = told !== null && told !== 'asking' && told.ok ? told.value : null
  return (
    <section aria-label="What it would have changed" aria-busy={told === 'asking' || undefined} className="grid grid-cols-[minmax(0,1fr)] justify-items-start gap-2 text-dense">
      <Button whyNot={whyNot} isSaving={told === 'asking'} onClick={() => void tryOut()}>Try it on the latest wishes</Button>
      {told !== null && told !== 'asking' && !told.ok && <p role="alert">{told.no.says} {told.no.fix}</p>}
      {trial && <p>{sayTrial(trial)}</p>}
      {trial && trial.flips.length > 0 && (
        <Table label="What would have been otherwise">
          <Head columns={['As it is', 'Under this', 'Times', { says: 'Such as' }]} />
          <tbody>
            {trial.flips.map(({ before, after, times, examples }) => (
              <Row key={`${sayCame(before)} ${sayCame(after)}`}>
                <Name plain>{sayCame(before)}</Name><Cell>{sayCame(after)}</Cell><Cell>{times}</Cell>
                <Cell wide>
                  <ul>{examples.map(({ allocation, namespace, name, at }) => (
                    <li key={`${namespace} ${name} ${at}`}>{allocation ? <Link href={paths.allocation(tenant, allocation)}>{namespace} / {name}</Link> : `${namespace} / ${name}`}, <Exact at={at} /></li>
                  ))}</ul>
                </Cell>
              </Row>
            ))}
          </tbody>
        </Table>
      )}
    </section>
  )
}
