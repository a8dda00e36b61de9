export type Region = { region: string; title: string; country: string; jurisdiction: string }
const countries = new Intl.DisplayNames(['en'], { type: 'region' })
export const countryOf = (code: string): string => countries.of(code) ?? code

const jurisdictions: Record<string, string> = { eu: 'European Union', us: 'United States', uk: 'United Kingdom', ch: 'Switzerland', other: 'Other' }
export const jurisdictionWord = (jurisdiction: string): string => jurisdictions[jurisdiction] ?? jurisdiction

/** Each by the name a person types, and where on earth that is. One that is not known any more is shown all the same. */
export function RegionNames({ regions, known }: { regions: readonly string[]; known: readonly Region[] }) {
  return (
    <ul className="grid gap-0.5">
      {regions.map((name) => {
        const region = known.find((each) => each.region === name)
        return <li key={name}><span className="name">{name}</span>{region && <span className="text-quiet"> {region.title}, {countryOf(region.country)}</span>}</li>
      })}
    </ul>
  )
}
