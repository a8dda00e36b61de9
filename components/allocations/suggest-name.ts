const [wordsMost, longest] = [4, 40]

/** A name made of the first words of the purpose: what somebody would have typed, for them to change. */
export function suggestName(purpose: string): string {
  const plain = purpose.normalize('NFKD').toLowerCase().replace(/[^a-z0-9\s-]/g, '')
  const words = plain.split(/[\s-]+/).filter((word) => word !== '').slice(0, wordsMost)
  return words.join('-').replace(/^[^a-z]+/, '').slice(0, longest).replace(/-+$/, '')
}
