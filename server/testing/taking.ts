/** A process that takes as often as it is told, all at once, and says how often it was let. */
import { closeRates, rateStore } from '~/server/database/rate-store'
import { Rate } from '~/server/rates/rates'

const [, , name = '', key = '', times = '0'] = process.argv
const rate = new Rate(name, 100, rateStore('engine'), 3_600)
const taken = await Promise.allSettled(Array.from({ length: Number(times) }, () => rate.take(key)))
process.stdout.write(`${taken.filter(({ status }) => status === 'fulfilled').length}\n`)
await closeRates()
