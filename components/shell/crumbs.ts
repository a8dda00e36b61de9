import { isCurrent, type NavItem, overviewOf, placeOf } from './place'

/** `href` leads up; the last one is where one is. */
export type Step = { says: string; href: string | null }

const words = (part: string): string => {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

/** From the place to the page: the place itself is said beside them. `last` is what the page calls itself, where it says more than its address. */
export function crumbsOf(path: string, pages: readonly NavItem[], last: string | null): Step[] {
  const page = pages.find(({ href }) => href !== overviewOf(placeOf(path)) && isCurrent(href, path))
  if (!page) return last === null ? [] : [{ says: last, href: null }]
  const under = path.slice(page.href.length).split('/').filter(Boolean)
  const steps = [{ says: page.says, href: page.href }, ...under.map((part, at) => ({ says: words(part), href: [page.href, ...under.slice(0, at + 1)].join('/') }))]
  const whole: Step[] = last === null ? steps : under.length === 0 ? [...steps, { says: last, href: path }] : steps.with(-1, { says: last, href: path })
  return whole.map((step, at) => (at === whole.length - 1 ? { ...step, href: null } : step))
}
