import type { Metadata } from 'next'
import { paths } from '~/components/shell/paths'
import { TokenForm } from '~/components/tokens/token-form'
import { TokenTable } from '~/components/tokens/token-table'
import { Beside, Panel } from '~/components/ui/panel'
import { Region } from '~/components/ui/region'
import { viewOf } from '~/components/ui/view'
import { forMachines, onPage } from '~/server/api/caller'
import { Opener, reasonNot } from '../../deeds'
import type { InView } from '../../in-view'
import { Screen } from '../../screen'

export const metadata: Metadata = { title: 'Tokens' }
const view = viewOf({ opens: ['make'] })

export default async function Tokens({ searchParams }: InView) {
  const { open } = view.read(await searchParams)
  const [tokens, make, revoke] = await Promise.all([onPage((door) => door.tokens.list({})), reasonNot('tokens.make', 'make tokens'), reasonNot('tokens.revoke', 'revoke tokens')])
  return (
    <Screen title="Tokens" says={<p>What your machines show in your place. A token can do no more than you can, and nothing that needs your second factor.</p>} action={open === null && <Opener href={paths.makeToken()} reason={make}>Make token</Opener>}>
      <Beside panel={open === 'make' && <Panel id="make" title="Make token" closeTo={paths.tokens()}><TokenForm actions={await forMachines()} whyNot={make} /></Panel>}>
        {tokens.length === 0 ? <Region title="No tokens yet"><p>A token lets a program ask and do what you choose, for a time that you choose.</p></Region> : <TokenTable tokens={tokens} now={new Date().toISOString()} whyNot={revoke} />}
      </Beside>
    </Screen>
  )
}
