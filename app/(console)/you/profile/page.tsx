import type { Metadata } from 'next'
import { RoleTable } from '~/components/identity/role-table'
import { MailForm } from '~/components/notices/mail-form'
import { Elevation } from '~/components/elevations/elevation'
import { Properties } from '~/components/ui/properties'
import { Region } from '~/components/ui/region'
import { mailIsSent, me, onPage } from '~/server/api/caller'
import { Screen } from '../../screen'
import { Section } from '../../section'

export const metadata: Metadata = { title: 'Profile' }

export default async function Profile() {
  const [{ name, email, person, platformRoles }, roles, state, preference] = await Promise.all([
    me(), onPage((door) => door.identity.roles({})), onPage((door) => door.sessions.state({})), onPage((door) => door.notices.preference({})),
  ])
  const operates = platformRoles.includes('platform_admin')
  const restsSooner = operates || platformRoles.includes('approver')
  return (
    <Screen title="Profile" says={<p>Who you are here, and what you may do until when.</p>}>
      <Section title="You">
        <Properties items={[{ says: 'Name', value: name }, { says: 'E-mail', value: email }, { says: 'Id', value: <span className="name">{person}</span>, copy: person }]} />
      </Section>
      <Section title="Roles">
        {roles.length === 0 ? <Region title="No roles yet" level={3}><p>You hold no role anywhere. Ask an admin of yours for one.</p></Region> : <RoleTable roles={roles} />}
      </Section>
      <Section title="Mail">
        {!mailIsSent() && <p>This installation sends no mail: nobody has said by which server. Your wish holds from when somebody does.</p>}
        <MailForm preference={preference} />
      </Section>
      {restsSooner && <Section title="Powers"><Elevation state={state} operates={operates} /></Section>}
    </Screen>
  )
}
