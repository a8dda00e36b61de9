import { CopyButton } from '~/components/ui/copy-button'
import type { ClusterObject } from '~/server/namespaces/decide-objects'
import { yamlOf, yamlOfAll } from '~/server/namespaces/decide-yaml'

/** Each as a cluster takes it, and all of them as one file. */
export function ObjectList({ objects }: { objects: readonly ClusterObject[] }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2 text-dense">
      {objects.length > 1 && <p className="flex items-center gap-1">All {objects.length} as one file <CopyButton value={yamlOfAll(objects.map(({ body }) => body))} of="all objects" /></p>}
      {objects.map(({ kind, name, body }) => {
        const text = yamlOf(body)
        return (
          <details key={`${kind} ${name}`} className="rounded-panel border border-line bg-panel">
            <summary className="cursor-pointer px-3 py-2"><span className="font-medium text-strong">{kind}</span> <span className="name">{name}</span></summary>
            <div className="border-t border-line bg-sunken px-3 py-2">
              <div className="flex justify-end"><CopyButton value={text} of={`${kind} ${name}`} /></div>
              <pre className="name whitespace-pre-wrap wrap-anywhere">{text}</pre>
            </div>
          </details>
        )
      })}
    </div>
  )
}
