import { Exact } from '~/components/ui/moment'
import { Cell, Head, Name, Row, Table } from '~/components/ui/table'
import type { PodSecurity } from '~/server/admission/pod-security/decide-pod-security'
import type { Json } from '~/server/shared/canonical'
import { sayControl } from './say-control'

/** What one namespace is let off, and until when. `of` is it, named with its tenant. */
export function ExceptionList({ of, podSecurity, now }: { of: string; podSecurity: Json; now: Date }) {
  const all = (podSecurity as Pick<PodSecurity, 'exceptions'> | null)?.exceptions ?? []
  const own = all.filter(({ namespace, until }) => namespace === of && Date.parse(until) > now.getTime())
  if (own.length === 0) return <p>None: what every pod must meet is asked here, too.</p>
  return (
    <Table label="Exceptions">
      <Head columns={['Control', 'Until', 'Who answers for it', { says: 'Because' }]} />
      <tbody>
        {own.map(({ control, until, owner, because }) => <Row key={control}><Name plain>{sayControl(control)}</Name><Cell><Exact at={until} /></Cell><Cell>{owner}</Cell><Cell wide>{because}</Cell></Row>)}
      </tbody>
    </Table>
  )
}
