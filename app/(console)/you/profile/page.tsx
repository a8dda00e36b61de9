import type { Metadata } from 'next'
import { RoleTable } from '~/components/identity/role-table'
import { MailForm } from '~/components/notices/mail-form'
import { Elevation } from '~/components/elevations/elevation'
import { FileLink } from '~/components/ui/file-link'
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
      <Section title="What is kept of you">
        <p>Your account, how you came in and from where, what you hold and held, what you were told, and each thing that you did, wherever it was. What is not in it is said in it, with why.</p>
        <p><FileLink href="/api/own">Take it out as a file</FileLink></p>
      </Section>
      {restsSooner && <Section title="Powers"><Elevation state={state} operates={operates} /></Section>}
    </Screen>
  )
}
