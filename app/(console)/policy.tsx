import { textOf } from '~/components/policies/policy-text'
import { policyWords, sayUnsaid } from '~/components/policies/policy-words'
import { VersionList } from '~/components/policies/version-list'
import { Crumb } from '~/components/shell/crumb'
import { paths } from '~/components/shell/paths'
import type { TenantStanding } from '~/components/tenants/tenant-state'
import { Link } from '~/components/ui/link'
import type { PolicyRead } from '~/server/policies/read-policy'
import { Screen } from './screen'
import { Section } from './section'
import type { Then } from './then'

/** One policy. `children` changes it, where whoever looks at it is whose word it is. */
export function OnePolicy({ policy, says, inTenant = null, then, children }: { policy: PolicyRead; says: React.ReactNode; inTenant?: TenantStanding | null; then?: Then | null; children: React.ReactNode }) {
  return (
    <Screen title={policyWords(policy.of, policy.kind).title} inTenant={inTenant} says={says} {...(then === undefined ? {} : { then })}>
      <Crumb says={policyWords(policy.of, policy.kind).title} />
      <Section title="What it says">
        {policy.body === null && <p className="mb-2">{sayUnsaid(policy.kind)}</p>}
        {children || <>{policy.by === 'platform' && policy.body !== null && <p className="mb-2">This is the platform’s word.</p>}{policy.body !== null && <pre className="name rounded-panel border border-line bg-sunken p-3 text-dense whitespace-pre-wrap wrap-anywhere">{textOf(policy.body)}</pre>}</>}
        {inTenant !== null && policy.kind === 'residency' && <p><Link href={paths.residency(inTenant.tenant)}>Where it may run, region by region</Link></p>}
      </Section>
      <Section title="Versions"><VersionList policy={policy} /></Section>
      <Section title="What may be said">
        <details className="text-dense">
          <summary className="cursor-pointer text-accent">As JSON Schema</summary>
          <pre className="name mt-2 rounded-panel border border-line bg-sunken p-3 whitespace-pre-wrap wrap-anywhere">{textOf(policy.schema)}</pre>
        </details>
      </Section>
    </Screen>
  )
}
