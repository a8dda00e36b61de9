'use client'
import { useMemo } from 'react'
import { CopyButton } from '~/components/ui/copy-button'
import type { CreateAllocationInput } from '~/server/allocations/create-allocation'
import { printCommand, printManifest } from './print-wish'

/** What would be asked for, to be carried elsewhere. */
export function CopyWish({ wish }: { wish: CreateAllocationInput }) {
  const text = JSON.stringify(wish)
  const written = useMemo(() => {
    const asked = JSON.parse(text) as CreateAllocationInput
    return { manifest: printManifest(asked), command: printCommand(asked, crypto.randomUUID()) }
  }, [text])
  return (
    <p className="flex flex-wrap gap-x-4 text-dense text-quiet">
      <span>As YAML <CopyButton value={written.manifest} of="as YAML" /></span>
      <span>As a command <CopyButton value={written.command} of="as a command" /></span>
    </p>
  )
}
