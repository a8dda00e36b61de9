import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { RequirementList } from '~/components/controls/requirement-list'
import { sayRequirements } from '~/components/controls/requirement-words'
import { Crumb } from '~/components/shell/crumb'
import { paths } from '~/components/shell/paths'
import { buttonClass } from '~/components/ui/button-class'
import { Exact } from '~/components/ui/moment'
import { PrintButton } from '~/components/ui/print-button'
import { onPageIfAllowed } from '~/server/api/caller'
import { type Regime, regimes, regimeWords } from '~/server/controls/catalogue'
import { Barred } from '../../../deeds'
import { Screen } from '../../../screen'

type Props = { params: Promise<{ regime: string }> }
const regimeAt = async ({ params }: Props): Promise<Regime | undefined> => {
  const { regime } = await params
  return regimes.find((one) => one === regime)
}
export const generateMetadata = async (props: Props): Promise<Metadata> => {
  const regime = await regimeAt(props)
  return { title: `${regime === undefined ? '' : `${regimeWords[regime]} · `}Controls · Platform` }
}

export default async function OneRegime(props: Props) {
  const regime = await regimeAt(props)
  if (regime === undefined) notFound()
  const title = regimeWords[regime]
  const shown = await onPageIfAllowed((door) => door.controls.read({ regime }))
  if (shown === null) return <Screen title={title}><Barred action="controls.read" deed="see what a regime asks for and what answers it" /></Screen>
  const { requirements, readAt, version } = shown
  return (
    <Screen
      title={title} says={<p>{sayRequirements(requirements.map(({ state }) => state))}</p>}
      action={<div className="flex flex-wrap gap-2 print:hidden"><PrintButton /><a href={paths.regimeFile(regime)} download className={buttonClass()}>Download as OSCAL</a></div>}
    >
      <Crumb says={title} />
      <p className="max-w-[80ch] text-dense text-quiet">Made <Exact at={readAt} /> by Bailiwick {version}. What is asked for is in our own words, and only what shows in a system or stands beside it. A requirement is proven where every control that answers it is, and nothing is missing.</p>
      <RequirementList requirements={requirements} now={new Date()} />
    </Screen>
  )
}
