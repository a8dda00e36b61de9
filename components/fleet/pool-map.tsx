'use client'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import type { MapPool } from '~/server/fleet/fleet-map'
import { columnsIn, nodeAt, prepareCells } from './prepare-cells'
import { sayNode } from './say-fleet'

/** So many in a row stand beside an open panel, too; of a large pool more, so that it stays on the screen. */
const [usual, wide, largeFrom] = [columnsIn(436), columnsIn(796), 200]
/** The nodes of a pool, drawn as four paths. It is not for whoever listens: the words beside it and the table of nodes say the same. */
export function PoolMap({ pool, at }: { pool: MapPool; /** The address of a node's panel, without its name. */ at: string }) {
  const router = useRouter()
  const [under, setUnder] = useState<number | null>(null)
  const columns = pool.nodes.length < largeFrom ? usual : wide
  const { width, height, paths } = prepareCells(pool.nodes, columns)
  const pointed = ({ currentTarget, clientX, clientY }: React.MouseEvent<SVGSVGElement>) => {
    const box = currentTarget.getBoundingClientRect()
    return nodeAt(((clientX - box.left) * width) / box.width, ((clientY - box.top) * height) / box.height, columns, pool.nodes.length)
  }
  const node = under === null ? undefined : pool.nodes[under]
  return (
    <div className="grid gap-1">
      <svg
        aria-hidden="true" width={width} height={height} viewBox={`0 0 ${width} ${height}`} className={`h-auto max-w-full ${node ? 'cursor-pointer' : ''}`}
        onMouseMove={(event) => setUnder(pointed(event))} onMouseLeave={() => setUnder(null)} onClick={() => { if (node) router.push(`${at}${encodeURIComponent(node.node)}`) }}
      >
        <path d={paths.open} fill="none" stroke="currentColor" className="text-line-control" />
        <path d={paths.use} fill="currentColor" className="text-accent" />
        <path d={paths.silent} fill="none" stroke="currentColor" strokeWidth="2" className="text-quiet" />
        <path d={paths.cordoned} fill="none" stroke="currentColor" strokeWidth="1.5" className="text-danger-mark" />
      </svg>
      <p aria-hidden="true" className="min-h-5 text-dense text-quiet">{node && sayNode(node)}</p>
    </div>
  )
}

const words = [['open', 'nothing in use'], ['use', 'filled by what is in use'], ['cordoned', 'cordoned: nothing new comes'], ['silent', 'not heard of: nothing new comes']] as const
const samples = { open: { use: 0, cordoned: false, silent: false }, use: { use: 600, cordoned: false, silent: false }, cordoned: { use: 300, cordoned: true, silent: false }, silent: { use: 0, cordoned: false, silent: true } }
export function MapLegend() {
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-1 text-dense">
      {words.map(([look, says]) => {
        const { paths } = prepareCells([{ node: '', gpus: 0, free: 0, ...samples[look] }], 1)
        return (
          <li key={look} className="inline-flex items-center gap-1.5">
            <svg aria-hidden="true" width="16" height="16" viewBox="0 0 16 16">
              <path d={paths.open} fill="none" stroke="currentColor" className="text-line-control" />
              <path d={paths.use} fill="currentColor" className="text-accent" />
              <path d={paths.silent} fill="none" stroke="currentColor" strokeWidth="2" className="text-quiet" />
              <path d={paths.cordoned} fill="none" stroke="currentColor" strokeWidth="1.5" className="text-danger-mark" />
            </svg>
            {says}
          </li>
        )
      })}
    </ul>
  )
}
