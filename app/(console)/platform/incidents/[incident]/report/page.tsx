import type { Metadata } from 'next'
import { IncidentReport } from '~/components/incidents/incident-report'
import { reportOf } from '~/components/incidents/report'
import { paths } from '~/components/shell/paths'
import { buttonClass } from '~/components/ui/button-class'
import { onPageIfAllowed } from '~/server/api/caller'
import { Barred } from '../../../../deeds'
import { Screen } from '../../../../screen'

type Props = { params: Promise<{ incident: string }> }
export const metadata: Metadata = { title: 'Report · Incident · Platform' }

export default async function Report({ params }: Props) {
  const id = (await params).incident
  const found = await onPageIfAllowed((door) => door.incidents.read({ incident: id }))
  if (found === null) return <Screen title="Report"><Barred action="incidents.read" deed="see incidents" /></Screen>
  const report = reportOf(found)
  return (
    <Screen title={`Report: ${report.title}`} says={<p>Made from what was done, and written by nobody.</p>} action={<a href={paths.incidentFile(id)} download className={buttonClass()}>Download report</a>}>
      <IncidentReport report={report} />
    </Screen>
  )
}
