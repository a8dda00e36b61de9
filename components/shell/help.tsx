'use client'
import { usePathname } from 'next/navigation'
import { Button } from '~/components/ui/button'
import { Dialog } from '~/components/ui/dialog'
import { sentenceOf } from '~/components/ui/reason'
import { useBoard } from './board'
import { goingsOf } from './go'
import { useSearchKey } from './mac'
import type { OverThePage } from './overlays'
import { entriesHere } from './palette-entries'
import { pagesOf, placeOf } from './place'

type Line = { keys: string; says: string }
/** What the lists of this page do with keys, where there are any: components/ui does it, and marks what it does it to. */
function inLists(): Line[] {
  const has = (what: string) => document.querySelector(`main ${what}`) !== null
  return [
    ...(has('form[role="search"] input[type="search"]') ? [{ keys: '/', says: 'Filter' }] : []),
    ...(has('[data-rows]') ? [{ keys: '↓ or j', says: 'Next row' }, { keys: '↑ or k', says: 'Previous row' }, { keys: 'Enter', says: 'Open the row' }] : []),
    ...(has('[data-verifies]') ? [{ keys: 'v', says: 'Verify the record' }] : []),
    ...(has('[data-pins]') ? [{ keys: 'p', says: 'Pin the record' }] : []),
    ...(has('[data-rows][data-selects]') ? [{ keys: 'x', says: 'Select the row' }, { keys: 'Shift x', says: 'Select up to the row' }] : []),
  ]
}

/** Every key that does something on this page, and nothing that does not. */
export function Help({ map, onClose }: OverThePage) {
  const path = usePathname()
  const search = useSearchKey()
  const here = useBoard(entriesHere).flat().flatMap(({ keys, says, whyNot }) => (keys === undefined ? [] : [{ keys, says: whyNot === null ? says : `${says}. ${sentenceOf(whyNot)}` }]))
  const going = goingsOf(pagesOf(map, placeOf(path))).map(({ letter, says }) => ({ keys: `g ${letter}`, says }))
  const isOff = document.documentElement.dataset.keys === 'off'
  const single = [
    { title: 'On this page', lines: here },
    { title: 'In the list', lines: inLists() },
    { title: 'Go to', lines: going },
  ]
  return (
    <Dialog title="Keyboard shortcuts" onClose={onClose}>
      <div className="grid gap-5">
        {isOff && <p>Single-key shortcuts are off. They are switched on in your menu.</p>}
        <Keys title="Everywhere" lines={[{ keys: search, says: 'Search' }, ...(isOff ? [] : [{ keys: '?', says: 'These shortcuts' }]), { keys: 'Esc', says: 'Close what is open' }]} />
        {!isOff && single.map((part) => part.lines.length > 0 && <Keys key={part.title} {...part} />)}
        <div className="flex justify-end"><Button onClick={onClose}>Close</Button></div>
      </div>
    </Dialog>
  )
}

function Keys({ title, lines }: { title: string; lines: readonly Line[] }) {
  return (
    <section className="grid gap-1">
      <h3 className="text-small text-quiet">{title}</h3>
      <dl className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-6 gap-y-1">
        {lines.map(({ keys, says }) => (
          <div key={keys} className="col-span-2 grid grid-cols-subgrid items-baseline">
            <dt className="order-last text-right">
              {keys.split(' ').map((key) => (key === 'or' ? ' or ' : <kbd key={key} className="ml-1 inline-block min-w-6 rounded-badge border border-line-control bg-sunken px-1.5 text-center font-sans text-small text-strong">{key}</kbd>))}
            </dt>
            <dd>{says}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
