import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const css = readFileSync(new URL('../../app/globals.css', import.meta.url), 'utf8')
type Colour = readonly [number, number, number]
const step = String.raw`oklch\(([\d.]+) ([\d.]+) (\d+)\)`
const lines = [...css.matchAll(new RegExp(String.raw`--color-([a-z0-9-]+): light-dark\(${step}, ${step}\);`, 'g'))]
const colours = Object.fromEntries(lines.map(([, name = '', ...figures]) => [name, figures.map(Number)]))
const tones = ['ok', 'notice', 'danger', 'info'] as const

/** OKLCH to relative luminance, by way of linear sRGB cut to its range, as a screen does. */
function luminance([lightness, chroma, hue]: Colour): number {
  const angle = (hue * Math.PI) / 180
  const [a, b] = [chroma * Math.cos(angle), chroma * Math.sin(angle)]
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  const cut = (value: number) => Math.min(1, Math.max(0, value))
  return 0.2126 * cut(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s)
    + 0.7152 * cut(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s)
    + 0.0722 * cut(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s)
}
function contrast(one: Colour, other: Colour): number {
  const [bright = 0, dim = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a)
  return (bright + 0.05) / (dim + 0.05)
}
function colour(name: string, theme: 'light' | 'dark'): Colour {
  const figures = colours[name]
  if (figures?.length !== 6) throw new Error(`${name} is no colour of globals.css`)
  return (theme === 'light' ? figures.slice(0, 3) : figures.slice(3)) as unknown as Colour
}

const grounds = ['page', 'panel', 'sunken', 'hover']
const over = (names: readonly string[], own: (name: string) => string[] = () => []) => names.map((name) => ({ name, grounds: [...grounds, ...own(name)] }))
const rows = [
  { what: 'quiet text', needs: 4.5, light: 5.8, dark: 6.1, pairs: over(['quiet']) },
  { what: 'plain and strong text', needs: 4.5, light: 4.5, dark: 4.5, pairs: over(['plain', 'strong']) },
  { what: 'accent', needs: 4.5, light: 5.6, dark: 6.7, pairs: over(['accent'], () => ['accent-tint']) },
  { what: 'state text', needs: 4.5, light: 6.3, dark: 8.8, pairs: over(tones, (tone) => [`${tone}-tint`]) },
  { what: 'the label of the primary button', needs: 4.5, light: 6.6, dark: 8.4, pairs: [{ name: 'on-accent', grounds: ['accent', 'accent-hover'] }] },
  { what: 'borders of controls', needs: 3, light: 3.1, dark: 3.1, pairs: over(['line-control']) },
  { what: 'the focus ring', needs: 3, light: 4.2, dark: 7.6, pairs: over(['focus']) },
  { what: 'the lines of charts', needs: 3, light: 3, dark: 3, pairs: [1, 2, 3, 4, 5, 6].map((series) => ({ name: `series-${series}`, grounds: ['panel', 'page'] })) },
  { what: 'state marks', needs: 3, light: 3.1, dark: 4.8, pairs: over(tones.map((tone) => `${tone}-mark`), (mark) => [mark.replace('-mark', '-tint')]) },
]

test('every colour of the theme was read', () => expect(lines).toHaveLength(32))
test.each(rows.flatMap((row) => (['light', 'dark'] as const).map((theme) => ({ ...row, theme }))))('$what has its contrast in the $theme theme', ({ needs, theme, pairs, ...row }) => {
  const worst = Math.min(...pairs.flatMap(({ name, grounds }) => grounds.map((ground) => contrast(colour(name, theme), colour(ground, theme)))))
  expect(worst).toBeGreaterThanOrEqual(needs)
  // The figure it was designed to have: a colour that loses contrast is seen here before it has too little.
  expect(Math.round(worst * 10) / 10).toBeGreaterThanOrEqual(row[theme])
})
test('no palette but ours', () => expect(css).toContain('--color-*: initial;'))
