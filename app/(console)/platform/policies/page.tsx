import type { Metadata } from 'next'
import { PolicyTable } from '~/components/policies/policy-table'
import { paths } from '~/components/shell/paths'
import { onPageIfAllowed } from '~/server/api/caller'
import { Barred } from '../../deeds'
import { Screen } from '../../screen'

export const metadata: Metadata = { title: 'Policies · Platform' }

export default async function Policies() {
  const policies = await onPageIfAllowed((door) => door.policies.listOnPlatform({}))
  if (policies === null) return <Screen title="Policies"><Barred action="policies.listOnPlatform" deed="see policies" /></Screen>
  return (
    <Screen title="Policies" says={<p>What the platform says of everybody, from the next decision on.</p>}>
      <PolicyTable label="Policies" policies={policies} at={({ kind }) => paths.platformPolicy(kind)} />
    </Screen>
  )
}
