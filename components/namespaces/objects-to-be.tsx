'use client'
import type { Attributes } from '~/server/namespaces/decide-attributes'
import { decideObjects } from '~/server/namespaces/decide-objects'
import type { PreparedNamespace } from '~/server/namespaces/prepare-namespace'
import { ObjectList } from './object-list'

/** What it would come to on a cluster: by the same function that says it afterwards. */
export function ObjectsToBe({ tenant, name, attributes, around }: { tenant: string; name: string; attributes: Attributes; around: PreparedNamespace }) {
  const objects = decideObjects({ ...attributes, tenant, name: name || 'name', platformPodSecurity: around.podSecurity, perPod: around.perPod, limits: {}, allowed: [] })
  return (
    <details className="grid gap-2">
      <summary className="cursor-pointer text-accent">What would be made on a cluster: {objects.length} objects</summary>
      <div className="mt-3"><ObjectList objects={objects} /></div>
    </details>
  )
}
