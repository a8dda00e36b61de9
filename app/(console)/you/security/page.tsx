import type { Metadata } from 'next'
import { AddFactor } from '~/components/factors/add-factor'
import { FactorTable } from '~/components/factors/factor-table'
import { MakeRecoveryCodes } from '~/components/factors/make-recovery-codes'
import { RenameFactor } from '~/components/factors/rename-factor'
import { PasswordChange } from '~/components/passwords/password-change'
import { paths } from '~/components/shell/paths'
import { buttonClass } from '~/components/ui/button-class'
import { Link } from '~/components/ui/link'
import { Beside, Panel } from '~/components/ui/panel'
import { viewOf } from '~/components/ui/view'
import { isDemoPerson, me, onPage } from '~/server/api/caller'
import { Opener, reasonNot } from '../../deeds'
import type { InView } from '../../in-view'
import { Screen } from '../../screen'
import { Section } from '../../section'

export const metadata: Metadata = { title: 'Security' }
const view = viewOf({ opens: ['add', 'rename', 'password', 'codes'], panel: { factor: 'text' } })

export default async function Security({ searchParams }: InView) {
  const asked = view.read(await searchParams)
  const [{ email }, { factors, recoveryCodesLeft }, whyNot] = await Promise.all([me(), onPage((door) => door.factors.list({})), reasonNot('factors.addPasskey', 'change your second factors')])
  const renamed = factors.find(({ factor }) => factor === asked.factor)
  const panels = {
    add: ['Add a second factor', <AddFactor key="add" whyNot={whyNot} />],
    rename: ['Rename', renamed && <RenameFactor key={renamed.factor} factor={renamed.factor} label={renamed.label} whyNot={whyNot} />],
    password: ['Change password', <PasswordChange key="password" whyNot={whyNot} />],
    codes: ['New recovery codes', <MakeRecoveryCodes key="codes" left={recoveryCodesLeft} whyNot={whyNot} />],
  } as const
  const [title, shown] = asked.open === null ? [null, null] : panels[asked.open]
  const other = buttonClass({})
  return (
    <Screen title="Security" says={<p>What you come in with, and what you confirm with.</p>} action={asked.open === null && <Opener href={paths.addFactor()} reason={whyNot}>Add a second factor</Opener>}>
      <Beside panel={title !== null && shown && <Panel id="security" title={title} closeTo={paths.security()}>{shown}</Panel>}>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
          <Section title="Second factors"><FactorTable factors={factors} isExempt={isDemoPerson(email)} now={new Date().toISOString()} whyNot={{ rename: whyNot, remove: whyNot }} /></Section>
          <Section title="Recovery codes">
            <p>{recoveryCodesLeft === 0 ? 'You have none that work.' : `${recoveryCodesLeft} of them work.`} With your password, one of them lets you in once when you have lost every second factor.</p>
            <p><Link href={paths.makeRecoveryCodes()} className={other}>Make new recovery codes</Link></p>
          </Section>
          <Section title="Password">
            <p>You know it, and nobody here can read it.</p>
            <p><Link href={paths.changePassword()} className={other}>Change password</Link></p>
          </Section>
        </div>
      </Beside>
    </Screen>
  )
}
