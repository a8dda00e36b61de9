'use client'
import { useEffect, useState } from 'react'
import { useReady } from './ready'
import { type Choice, choices, isChoice } from './choices'

const aYear = 365 * 24 * 3600

/** Pinned on the page at once, and in a cookie for the next page. */
export function Choose({ choice }: { choice: Choice }) {
  const ready = useReady()
  const [chosen, setChosen] = useState('')
  useEffect(() => setChosen(document.documentElement.dataset[choice] ?? ''), [choice])
  function pin(value: string) {
    setChosen(value)
    if (isChoice(choice, value)) document.documentElement.dataset[choice] = value
    else delete document.documentElement.dataset[choice]
    document.cookie = `bailiwick.${choice}=${value}; path=/; max-age=${value === '' ? 0 : aYear}; samesite=lax; secure`
  }
  return (
    <fieldset className="grid gap-1 px-3 py-2">
      <legend className="text-small text-quiet">{choices[choice].legend}</legend>
      <div className="flex gap-3">
        {Object.entries(choices[choice].options).map(([value, says]) => (
          <label key={value} className="flex min-h-6 items-center gap-1.5">
            <input type="radio" name={choice} value={value} disabled={!ready} checked={chosen === value} onChange={() => pin(value)} />
            {says}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
