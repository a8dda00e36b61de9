'use client'
import type { QuestionOf } from '~/components/shell/answer'
import { paths } from '~/components/shell/paths'
import { useAskedOnPress } from '~/components/shell/use-asked-on-press'
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
  const asked = useAskedOnPress('policies.tryOut', sayTrial)
  const trial = asked.told?.ok ? asked.told.value : null
  return (
    <section aria-label="What it would have changed" aria-busy={asked.isAsking || undefined} className="grid grid-cols-[minmax(0,1fr)] justify-items-start gap-2 text-dense">
      <Button whyNot={whyNot} isSaving={asked.isAsking} onClick={() => asked.press({ tenant, kind, body: draft } as Question)}>Try it on the latest wishes</Button>
      {asked.told?.ok === false && <p role="alert">{asked.told.no.says} {asked.told.no.fix}</p>}
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
