import { CopyButton } from './copy-button'

const [head, tail] = [8, 4]

/** An id: its two ends to the eye, all of it to whoever listens or copies. `of` is what it is the id of. */
export function Mono({ children: id, of }: { children: string; of?: string }) {
  const isLong = id.length > head + tail + 4
  return (
    <span className="inline-flex items-center gap-0.5">
      <span className="name whitespace-nowrap" title={id}>
        {isLong ? <><span aria-hidden="true">{id.slice(0, head)}…{id.slice(-tail)}</span><span className="sr-only">{id}</span></> : id}
      </span>
      {of !== undefined && <CopyButton value={id} of={of} />}
    </span>
  )
}
