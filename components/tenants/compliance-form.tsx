'use client'
import { CommandForm } from '~/components/shell/command-form'
import { useForm } from '~/components/shell/use-form'
import { Button } from '~/components/ui/button'
import { Checkboxes } from '~/components/ui/checkboxes'
import type { Reason } from '~/components/ui/reason'
import { Strip } from '~/components/ui/strip'
import { type Regime, regimes, regimeWords } from '~/server/tenants/isolation'
import { tenantRefusals } from '~/server/tenants/tenant.refusals'
import { regimesIn } from './isolation-words'
import { sayCompliance } from './say-compliance'

type Wish = { compliance: readonly string[]; was: readonly string[] }
const asRegimes = (words: readonly string[]) => [...words] as Regime[]

/** Which regimes a tenant is under. `was` stays what it was when somebody began to choose: what another one said meanwhile is shown, and not written over unseen. */
export function ComplianceForm({ tenant, compliance, whyNot }: { tenant: string; compliance: readonly Regime[]; whyNot: Reason | null }) {
  const form = useForm('tenants.changeCompliance', {
    refusals: tenantRefusals, empty: { compliance, was: compliance } as Wish, labels: { compliance: 'Regimes', was: 'Regimes before' }, concerns: { too_weak_for_fedramp: 'compliance' },
    input: (wish) => ({ tenant, compliance: asRegimes(wish.compliance), was: asRegimes(wish.was) }),
    signing: (wish) => ({ deed: `Change which regimes ${tenant} is under`, consequence: sayCompliance(asRegimes(wish.was), asRegimes(wish.compliance)) }),
    done: ({ compliance: now }) => (now.length === 0 ? `${tenant} is under no regime now.` : `${tenant} is under ${regimesIn(now)} now.`),
  })
  const [chosen, was] = [form.field('compliance'), form.field('was')]
  const isOther = was.value.join() !== compliance.join()
  return (
    <CommandForm of={form} deed="Change regimes" isMain={false} whyNot={whyNot}>
      {isOther && (
        <Strip tone="notice" action={<Button onClick={() => was.onType(compliance)}>Change it all the same</Button>}>
          {compliance.length === 0 ? `Since you began, somebody said that ${tenant} is under no regime.` : `Since you began, somebody said that ${tenant} is under ${regimesIn(compliance)}.`}
        </Strip>
      )}
      <Checkboxes {...chosen} chosen={chosen.value} onChoose={chosen.onType} optional options={regimes.map((regime) => ({ value: regime, says: regimeWords[regime] }))} />
    </CommandForm>
  )
}
