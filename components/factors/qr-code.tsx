'use client'
import { useEffect, useState } from 'react'
import { pathOf } from './prepare-qr'

/** Dark on light in every theme: that is what a camera reads. Whoever has none copies the text beside it, so that nothing depends on seeing this. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const [drawn, setDrawn] = useState<{ size: number; path: string } | null>(null)
  useEffect(() => {
    let isLeft = false
    import('uqr').then(({ encode }) => {
      const { size, data } = encode(text, { ecc: 'M', border: 4 })
      if (!isLeft) setDrawn({ size, path: pathOf(data) })
    }, () => undefined)
    return () => { isLeft = true }
  }, [text])
  return (
    <div className="size-48 shrink-0 overflow-hidden rounded-control border border-line forced-color-adjust-none">
      {drawn && (
        <svg viewBox={`0 0 ${drawn.size} ${drawn.size}`} role="img" aria-label={label} shapeRendering="crispEdges" className="size-full">
          <rect width={drawn.size} height={drawn.size} fill="white" />
          <path d={drawn.path} fill="black" />
        </svg>
      )}
    </div>
  )
}
