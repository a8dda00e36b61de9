import { paths } from '~/components/shell/paths'
import { Badge } from '~/components/ui/badge'
import { Cell, Head, Name, Row, Table } from '~/components/ui/table'
import type { GoneAnswered, ModelGone, TenantGone } from '~/server/fleet/suppose-gone'
import { figure } from '~/server/shared/figure'
import { many } from '~/server/shared/many'
import { gpus } from './say-fleet'

/** The answer in a line. */
export function sayGone({ nodes, tenants }: Pick<GoneAnswered, 'nodes' | 'tenants'>): string {
  if (nodes === 0) return 'No node is gone, and nothing would be otherwise.'
  const sum = (of: (tenant: TenantGone) => number) => tenants.reduce((all, tenant) => all + of(tenant), 0)
  const [stands, without] = [sum(({ allocations }) => allocations), sum((tenant) => tenant.without)]
  if (stands === 0) return `Without ${many(nodes, 'node')} nobody would notice: nothing stands there.`
  const those = `Without ${many(nodes, 'node')} ${many(stands, 'allocation')} would have to find another place`
  return without === 0 ? `${those}, and all of them would.` : `${those}: ${many(without, 'allocation')} with ${gpus(sum(({ gpusWithout }) => Number(gpusWithout)))} GPUs would find none.`
}

/** How much each runs there, and what of it would find no other place: counted, because which it is is theirs to know. */
export const TenantsGone = ({ tenants }: { tenants: readonly TenantGone[] }) => (
  <Table label="Tenants with work there">
    <Head columns={['Tenant', { says: 'Allocations there', figure: true }, { says: 'Their GPUs', figure: true }, { says: 'Without a place', figure: true }, { says: 'GPUs without a place', figure: true }, 'In short']} />
    <tbody>
      {tenants.map(({ tenant, allocations, gpus: held, without, gpusWithout }) => (
        <Row key={tenant}>
          <Name href={paths.platformTenant(tenant)}>{tenant}</Name>
          <Cell figure>{figure(allocations)}</Cell><Cell figure>{gpus(Number(held))}</Cell><Cell figure>{figure(without)}</Cell><Cell figure>{gpus(Number(gpusWithout))}</Cell>
          <Cell><Badge tone={without === 0 ? 'ok' : 'danger'}>{without === 0 ? 'All find a place' : without === allocations ? 'None finds a place' : 'Some find none'}</Badge></Cell>
        </Row>
      ))}
    </tbody>
  </Table>
)

export const ModelsGone = ({ models }: { models: readonly ModelGone[] }) => (
  <Table label="GPUs of the models that are there">
    <Head columns={['Model', { says: 'GPUs', figure: true }, { says: 'Free', figure: true }]} />
    <tbody>
      {models.map(({ model, gpus: all, free }) => <Row key={model}><Name plain>{model}</Name><Cell figure>{gpus(all.before)} → {gpus(all.after)}</Cell><Cell figure>{gpus(free.before)} → {gpus(free.after)}</Cell></Row>)}
    </tbody>
  </Table>
)
