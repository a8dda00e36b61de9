'use client'
import { type MouseEvent, useState } from 'react'

type Props = Pick<React.ComponentProps<'a'>, 'className' | 'children' | 'aria-label'> & { href: string }

/** A way to a file. Where nothing answers that is said beside it and the page stays: followed all the same, the browser would put an error of its own in the page’s place. */
export function FileLink({ href, className = 'inline-block min-h-6 content-center text-accent underline underline-offset-2 hover:text-accent-hover', children, ...named }: Props) {
  const [isAway, setAway] = useState(false)
  async function follow(event: MouseEvent) {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    // Nothing is read for it, and so nothing recorded.
    const answers = await fetch(href, { method: 'HEAD', cache: 'no-store' }).then(({ status }) => status < 500, () => false)
    setAway(!answers)
    if (answers) location.assign(href)
  }
  return (
    <>
      <a href={href} className={className} {...named} onClick={(event) => void follow(event)}>{children}</a>
      <span role="alert" className="text-danger not-empty:ml-2">{isAway && 'Bailiwick does not answer: nothing was taken out. Try again when it does.'}</span>
    </>
  )
}
