import { isolation, type IsolationLevel, type Regime, regimeWords, type Trust } from '~/server/tenants/isolation'

/** "2, medium" */
export const isolationWord = (level: IsolationLevel): string => `${level}, ${isolation[level].word}`
export const trustWord = (trust: Trust): string => ({ internal: 'Internal', external: 'External' })[trust]
export const regimesIn = (regimes: readonly Regime[]): string => regimes.map((regime) => regimeWords[regime]).join(', ') || 'None asked for'
