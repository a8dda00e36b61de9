/** By what somebody asks: the person, their session or token, and the roles by which they may, each as its tenant, itself and its namespace. */
export type Asker = { readonly person: string; readonly way: string; readonly action: string; readonly held: string }
export const askersValues = (askers: readonly Asker[]): unknown[] => [askers.map(({ person }) => person), askers.map(({ way }) => way), askers.map(({ action }) => action), askers.map(({ held }) => held)]
