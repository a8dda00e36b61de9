import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { LevelsForm } from '~/components/levels/levels-form'
import { PolicyFormOnPlatform } from '~/components/policies/policy-form-on-platform'
import { platformPolicyAt, policyWords } from '~/components/policies/policy-words'
import { paths } from '~/components/shell/paths'
import { Link } from '~/components/ui/link'
import { onPage } from '~/server/api/caller'
import { reasonNot } from '../../../deeds'
import { OnePolicy } from '../../../policy'

type Props = { params: Promise<{ kind: string }> }
export const generateMetadata = async ({ params }: Props): Promise<Metadata> => ({ title: `${policyWords('everybody', (await params).kind).title} · Policies · Platform` })

export default async function Policy({ params }: Props) {
  const asked = platformPolicyAt((await params).kind)
  if (asked === null) notFound()
  const policy = await onPage((door) => door.policies.readOnPlatform(asked))
  const [whyNot, importWhyNot] = await Promise.all([reasonNot('policies.changeOnPlatform', 'change policies'), reasonNot('policies.importRuleOnPlatform', 'bring rules')])
  return (
    <OnePolicy policy={policy} says={<p>One of the platform’s <Link href={paths.platformPolicies()}>policies</Link>. {policyWords('everybody', policy.kind).says}</p>}>
      {asked.kind === 'levels' ? <LevelsForm policy={policy} recent={await onPage((door) => door.levels.recent({}))} readAt={new Date()} whyNot={whyNot} /> : <PolicyFormOnPlatform policy={policy} whyNot={whyNot} importWhyNot={importWhyNot} />}
    </OnePolicy>
  )
}
