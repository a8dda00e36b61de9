import { expect, test } from 'vitest'
import { networkOf } from './addresses'

test.each([
  ['203.0.113.9', '203.0.113.9'], ['unknown', 'unknown'], ['engine', 'engine'], ['ada@aurora.test', 'ada@aurora.test'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'], ['2001:0db8:0001:0002::', '2001:db8:1:2::/64'], ['2001:db8::7', '2001:db8:0:0::/64'], ['2001:db8:1::7', '2001:db8:1:0::/64'],
  ['::1', '0:0:0:0::/64'], ['::', '0:0:0:0::/64'], ['1::2:3:4:5:6:7', '1:0:2:3::/64'], ['64:ff9b::192.0.2.1', '64:ff9b:0:0::/64'], ['1:2:3::192.0.2.1', '1:2:3:0::/64'],
])('of %s the askers are those of %s', (address, network) => expect(networkOf(address)).toBe(network))
