/** The noun, and the answer in one line. At most one thing to do. */
export function PageHead({ title, children, action }: { title: string; children?: React.ReactNode; action?: React.ReactNode }) {
  return (
    <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
      <div className="grid gap-1">
        <h1 className="text-title">{title}</h1>
        {children && <div className="max-w-[80ch]">{children}</div>}
      </div>
      {action}
    </div>
  )
}
