import { expect, test } from 'vitest'
import { methodWord, outcomeOf, reasonWord } from './sign-in-words'

test.each([['password', 'password'], ['recovery', 'recovery code'], ['provider', 'single sign-on'], ['telepathy', 'telepathy']])('%s is said %s', (method, says) => expect(methodWord(method)).toBe(says))
test.each([['done', 'ok'], ['denied', 'danger'], ['waits', 'notice'], ['unheard_of', 'notice']])('%s is shown as %s', (outcome, tone) => expect(outcomeOf(outcome).tone).toBe(tone))
test.each([['wrong_password', 'wrong password'], ['counter_went_back', 'counter went back']])('the reason %s is said %s', (reason, says) => expect(reasonWord(reason)).toBe(says))
