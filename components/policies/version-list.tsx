import { BeforeAfter } from '~/components/audit/before-after'
import { Exact } from '~/components/ui/moment'
import type { PolicyRead, VersionState } from '~/server/policies/read-policy'

const sayState = { over: ', since ', in_force: ', in force, since ', to_come: ', to hold from ', never: ', taken back before it held' } as const satisfies Record<VersionState, string>

/** What was said when, the newest first, each opened to what it changed. Who works on the platform is not a tenant's to know by name. */
export function VersionList({ policy: { by, versions, earlier, names } }: { policy: PolicyRead }) {
  if (versions.length === 0) return <p>Nobody has changed it: it is as the product ships it.</p>
  return (
    <>
      <ol className="divide-y divide-line rounded-panel border border-line bg-panel text-dense">
        {versions.map(({ version, state, since, until, person, body }, at) => (
          <li key={version} className="p-3">
            <details>
              <summary className="cursor-default">
                <span className="font-semibold">Version {version}</span>{sayState[state]}{state !== 'never' && <Exact at={since} />}{state === 'over' && until !== null && <> until <Exact at={until} /></>}{person === null ? '' : `, by ${names[person] ?? (by === 'platform' ? 'the platform' : 'somebody who left')}`}
              </summary>
              <div className="mt-2"><BeforeAfter before={versions[at + 1] ? JSON.stringify(versions[at + 1]?.body) : null} after={JSON.stringify(body)} /></div>
            </details>
          </li>
        ))}
      </ol>
      {earlier && <p className="text-quiet">Earlier versions stand in the record.</p>}
    </>
  )
}
