import { figure } from './figure'

/** How many of something there are, as it is read: `1 record`, `1,200 records`, `2 people`. */
export const many = (count: number | bigint, one: string, more = `${one}s`): string => `${figure(count)} ${Number(count) === 1 ? one : more}`
