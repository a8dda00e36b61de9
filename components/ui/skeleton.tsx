const lines = ['w-full', 'w-4/5', 'w-3/5']

/** What stands where something will be, of its height. Nothing for 400 ms: what is quick shows no skeleton. */
export function Skeleton({ of, className = '' }: { of: string; className?: string }) {
  return (
    <div className={`skeleton grid content-start gap-3 overflow-hidden rounded-panel border border-line bg-panel p-4 ${className}`}>
      <span className="sr-only">Loading {of}</span>
      {lines.map((width) => <span key={width} className={`h-4 rounded-badge bg-hover forced-colors:border ${width}`} />)}
    </div>
  )
}
